package app

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestSecretsAreNotStored: an address or a flag that holds what looks like a secret is refused
// before anything is asked or stored, and the message does not repeat it.
func TestSecretsAreNotStored(t *testing.T) {
	const secret = "s3cr3tS3cr3tS3cr3tS3cr3t"
	for _, c := range []struct {
		name, want string
		r          ImportRequest
	}{
		{"named", "(api_key)", ImportRequest{Command: []string{"https://a.example/mcp?api_key=" + secret}}},
		{"named, short", "(Token)", ImportRequest{Command: []string{"https://a.example/mcp?x=1&Token=7"}}},
		{"named inside", "(myPassword2)", ImportRequest{Command: []string{"https://a.example/mcp?myPassword2=7"}}},
		{"authorization", "(authorization)", ImportRequest{Command: []string{"https://a.example/mcp?authorization="}}},
		{"long", "(profile)", ImportRequest{Command: []string{"https://a.example/mcp?profile=" + secret}}},
		{"long, escaped", "(p)", ImportRequest{Command: []string{"https://a.example/mcp?p=%73" + secret[:15]}}},
		{"alone", "--bearer VARIABLE", ImportRequest{Command: []string{"https://a.example/mcp?" + secret}}},
		{"unreadable", "--header NAME=VARIABLE", ImportRequest{Command: []string{"https://a.example/mcp?a=%zz" + secret}}},
		{"setting", "--env takes the name", ImportRequest{Command: []string{"true"}, Env: []string{"API_KEY=" + secret}}},
		{"token for a name", "--bearer takes the name", ImportRequest{Command: []string{"https://a.example/mcp"}, Bearer: "sk-" + secret}},
		{"letters for a name", "which is not set", ImportRequest{Command: []string{"https://a.example/mcp"}, Bearer: secret}},
		{"header", "--header X-Key=", ImportRequest{Command: []string{"https://a.example/mcp"}, Headers: []string{"X-Key=" + secret}}},
		{"not set", "SOME_LONG_VARIABLE_NAME", ImportRequest{Command: []string{"true"}, Env: []string{"SOME_LONG_VARIABLE_NAME"}}},
	} {
		a := withTools(t, nil)
		c.r.Name = "x"
		_, err := a.ImportMCP(context.Background(), c.r)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
			continue
		}
		if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the message repeats the secret: %v", c.name, err)
		}
		if _, err := os.Stat(a.sourcesDir()); err == nil {
			t.Errorf("%s: something was stored", c.name)
		}
	}
}

// TestHarmlessQueries are let through.
func TestHarmlessQueries(t *testing.T) {
	for _, u := range []string{"https://a.example/mcp", "https://a.example/mcp?", "https://a.example/mcp?region=eu&v=2", "https://a.example/mcp?title=a+text+of+several+words"} {
		if name, found := secretInQuery(u); found {
			t.Errorf("%s: %s is taken for a secret", u, name)
		}
	}
}

func TestPackageName(t *testing.T) {
	for command, want := range map[string]string{
		"npx -y @modelcontextprotocol/server-everything stdio":        "server-everything",
		"npx -y @scope/server-filesystem@2026.1.2 /data /home":        "server-filesystem",
		"/opt/bin/mcp-server-time --local-timezone Europe/Vienna":     "mcp-server-time",
		"uvx --from mcp-tools==1.2 mcp-server-git --repository /r":    "mcp-server-git",
		"uvx mcp-server-git==1.2":                                     "mcp-server-git",
		"python3 -m mcp_server_sqlite --db-path x.db":                 "mcp_server_sqlite",
		"node /opt/node_modules/@a/server-memory/dist/index.js stdio": "server-memory",
		"docker run -i --rm -e API_KEY mcp/fetch":                     "fetch",
		"env A=1 ./weather.py":                                        "weather",
		"node":                                                        "node",
	} {
		if got := packageName(strings.Fields(command)); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}
