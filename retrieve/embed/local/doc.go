// Package local encodes texts with a sentence-transformer in a local folder: models of the BERT and
// MPNet families with a WordPiece tokenizer, as sentence-transformers saves them. Tokenizer and
// forward pass are written here, in Go; on amd64 the matrix kernel is assembly for AVX2 with FMA.
//
// A folder holds config.json, model.safetensors, tokenizer.json or vocab.txt, and optionally
// tokenizer_config.json, sentence_bert_config.json, modules.json and 1_Pooling/config.json.
package local
