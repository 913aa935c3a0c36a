package python

import (
	"fmt"
	"strings"
)

// hostile are programs that try to break out, to use up the machine, or to break the interpreter.
// Most are Python; Starlark refuses those at once, and has some of its own at the end.
func hostile(w *world) []string {
	var all []string
	add := func(codes ...string) { all = append(all, codes...) }
	each := func(template string, values ...string) {
		for _, v := range values {
			add(strings.ReplaceAll(template, "@", v))
		}
	}
	// Fork bombs and threads.
	add("import os\nwhile True:\n    os.fork()",
		"import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass",
		"import os\ndef f():\n    os.fork()\n    f()\nf()",
		"import subprocess, sys\nwhile True:\n    subprocess.Popen([sys.executable, '-c', 'while True: pass'])",
		"import os\nwhile True:\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            while True: pass",
		"import threading\nwhile True:\n    threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()",
		"import multiprocessing\nmultiprocessing.Pool(100).map(abs, range(10**9))",
		"import os\nfor i in range(10000):\n    os.system('sh -c \"sleep 100 &\"')",
		":(){ :|:& };:", "import os\nos.execvp('sh', ['sh', '-c', ':(){ :|:& };:'])",
		"import os\nos.system('bash -c \":(){ :|:& };:\"')", "import os\nos.daemon = 1\nif os.fork(): os._exit(0)\nos.setsid()\nimport time\ntime.sleep(1000)")
	// Memory.
	each("x = @\nprint(len(x))", "'a' * 10**10", "[0] * 10**10", "bytearray(10**11)", "list(range(10**10))", "'x'.replace('x', 'y' * 10**9) * 50",
		"{i: str(i) * 100 for i in range(10**9)}", "' '.join(['a' * 10**6] * 10**6)", "b'0' * (2**40)", "(1,) * 2**34", "'%1000000000000d' % 1", "'{:>99999999999}'.format(1)")
	add("x = []\nwhile True:\n    x.append('y' * 10**6)", "x = 'a'\nwhile True:\n    x += x", "x = [1]\nwhile True:\n    x = x + x",
		"x = {}\nn = 0\nwhile True:\n    x[n] = 'v' * 1000\n    n += 1", "a = []\na.append(a)\nwhile True:\n    a = [a, a]\n    a.append(list(a))",
		"import os\nwhile True:\n    if os.fork() == 0:\n        x = bytearray(100 << 20)\n        while True: pass",
		"import mmap\nm = [mmap.mmap(-1, 1 << 30) for _ in range(100)]\nfor x in m: x.write(b'1' * (1 << 30))",
		"import ctypes\nc = ctypes.CDLL(None)\nn = 0\nwhile c.shmget(n, 1 << 28, 0o1666) >= 0: n += 1\nif n: print('ESCAPED', n)",
		"import os\nn = []\ntry:\n    while True:\n        f = os.memfd_create('x')\n        os.write(f, b'1' * 8000000)\n        n.append(f)\nexcept OSError: pass\nif n: print('ESCAPED')",
		"import os\nfor i in range(10**6):\n    with open('/dev/shm/%d' % i, 'wb') as f: f.write(b'1' * 10**7)\nprint('ESCAPED')",
		"for i in range(10**6):\n    with open('/tmp/%d' % i, 'wb') as f: f.write(b'1' * 10**6)\nprint('ESCAPED')",
		"with open('/tmp/big', 'wb') as f:\n    f.truncate(10**12)\nprint('ESCAPED')", "with open('/big', 'wb') as f: f.write(b'1')\nprint('ESCAPED')",
		"with open('/dev/big', 'wb') as f: f.write(b'1')\nprint('ESCAPED')", "x = 1\nwhile True:\n    x = x * x + 1", "x = 2 ** (10 ** 10)", "x = 1 << (1 << 40)", "9**9**9**9")
	// Endless loops and waits, deaf to signals.
	add("while True: pass", "while True:\n    pass", "for x in iter(int, 1): pass", "import time\ntime.sleep(10**6)", "import itertools\nsum(itertools.count())",
		"def f(): f()\nf()", "def f(n): return f(n + 1)\nf(0)", "import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()",
		"import signal\nfor s in range(1, 65):\n    try: signal.signal(s, signal.SIG_IGN)\n    except Exception: pass\nwhile True: pass",
		"import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')", "input()\ninput()", "import threading\nl = threading.Lock()\nl.acquire()\nl.acquire()",
		"import os\nr, w = os.pipe()\nos.read(r, 1)", "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
		"import os\nos.dup2(0, 1)\nwhile True: pass", "import atexit\ndef f():\n    while True: pass\natexit.register(f)", "class A:\n    def __del__(self):\n        while True: pass\na = A()\ndel a",
		"import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "import os\nos.open('/tmp/x', 0) if os.mkfifo('/tmp/x') else open('/tmp/x')")
	// Signals and other processes.
	each("import os, signal\nos.kill(@, 9)\nprint('sent')", "1", "-1", "0", "os.getppid()", "2", "os.getpid()")
	add("import os\nfor p in range(1, 40000):\n    try: os.kill(p, 15)\n    except OSError: pass", "import os\nos.killpg(os.getpgid(0), 9)", "import os\nos.abort()",
		"import ctypes\nctypes.string_at(0)", "import ctypes\nctypes.memmove(1, 2, 1000000)", "import faulthandler\nfaulthandler._sigsegv()", "import os\nos._exit(77)", "raise SystemExit(3)",
		"import ctypes\nif ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0: print('ESCAPED')", "import ctypes\nif ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0: print('ESCAPED')",
		"import ctypes\nif ctypes.CDLL(None).unshare(0x10000000) == 0: print('ESCAPED')", "import ctypes\nif ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, 0) == 0: print('ESCAPED')",
		"import os\nos.setuid(0)\nprint('ESCAPED', os.getuid()) if os.getuid() == 0 else None", "import os\nos.nice(-20)\nprint('ESCAPED')", "import os\nos.sched_setaffinity(1, {0})",
		"import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nprint('ESCAPED')", "import resource\nresource.setrlimit(resource.RLIMIT_NPROC, (10**6, 10**6))\nprint('ESCAPED')",
		"import resource\nresource.prlimit(1, resource.RLIMIT_CPU, (1, 1))", "import os\nos.system('kill -9 -1')", "import os\nos.system('su -c id; sudo id')\n", "import os\nos.chroot('/tmp')\nprint('ESCAPED')",
		"import ctypes\nc = ctypes.CDLL(None)\nif c.syscall(321, 0, 0, 0) >= 0 or c.syscall(425, 8, 0) >= 0: print('ESCAPED')",
		"import subprocess\nprint(subprocess.run(['bwrap', '--ro-bind', '/', '/', 'cat', '"+w.file+"'], capture_output=True).stdout)",
		"import subprocess\nprint(subprocess.run(['unshare', '-r', 'id', '-u'], capture_output=True))")
	// The network.
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "::1", "::ffff:127.0.0.1", "169.254.169.254", "8.8.8.8"} {
		add(fmt.Sprintf("import socket\nsocket.create_connection(('%s', %d), 1)\nprint('ESCAPED')", host, w.port))
	}
	url := fmt.Sprintf("http://127.0.0.1:%d/", w.port)
	add("import urllib.request\nprint('ESCAPED', urllib.request.urlopen('"+url+"').read())", "import os\nos.system('curl -s "+url+" && echo ESC''APED')",
		"import os\nos.system('bash -c \"exec 3<>/dev/tcp/127.0.0.1/"+fmt.Sprint(w.port)+" && echo ESC''APED\"')",
		"import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)\nprint('ESCAPED')", "import socket\ns = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)\nprint('ESCAPED')",
		"import socket\nprint([n for n in socket.if_nameindex() if n[1] != 'lo' and print('ESCAPED')])", "import socket\nsocket.getaddrinfo('example.com', 80)\nprint('ESCAPED')",
		"import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('/var/run/docker.sock')\nprint('ESCAPED')", "import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('\\0/tmp/.X11-unix/X0')\nprint('ESCAPED')",
		"import socket\na = []\nwhile True:\n    x, y = socket.socketpair()\n    a += [x, y]\n    x.setblocking(False)\n    x.send(b'1' * 10**6)")
	// Files outside, by every road.
	for _, road := range []string{w.file, "/tmp/../.." + w.file, "/proc/1/root" + w.file, "/proc/self/root" + w.file, "/proc/1/cwd" + w.file, "/proc/2/root" + w.file, "/../../.." + w.file, "//" + w.file} {
		add("print(open('"+road+"').read())", "import os\nos.symlink('"+road+"', '/tmp/l')\nprint(open('/tmp/l').read())", "import os\nos.link('"+road+"', '/tmp/h')\nprint(open('/tmp/h').read())",
			"open('"+road+"', 'w').write('changed')")
	}
	each("print(open('@').read(100000))", "/proc/self/environ", "/proc/1/environ", "/proc/kcore", "/proc/1/cmdline", "/proc/self/mounts", "/etc/shadow", "/dev/mem", "/dev/sda", "/proc/kallsyms", "/root/.ssh/id_rsa", "/proc/self/mem", "/dev/zero", "/dev/random")
	each("open('@', 'w').write('1')\nprint('ESCAPED')", "/usr/bin/python3", "/usr/lib/x", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/kernel/x", "/etc/passwd", "/bin/sh", "/x", "/proc/sys/vm/drop_caches", "/home/x", "/var/x")
	add("with open('/proc/self/oom_score_adj', 'w') as f: f.write('-1000')\nprint('ESCAPED')", "import os\nprint(os.environ)", "import os\nprint(os.popen('env; cat /proc/*/environ').read())", "import os\nfor d, _, fs in os.walk('"+w.dir+"'): print('ESCAPED', fs)",
		"import os\nfor f in range(3, 1000):\n    try: print('ESCAPED' if b'sesame' in os.read(f, 1000) else '')\n    except OSError: pass",
		"import glob\nfor p in glob.glob('/proc/*/root/**/secret.txt', recursive=False): print(open(p).read())",
		"import os\nfd = os.open('/', os.O_RDONLY)\nos.fchdir(fd)\nfor _ in range(100): os.chdir('..')\nprint(open('."+w.file+"').read())",
		"import shutil\nshutil.rmtree('/', ignore_errors=True)\nshutil.rmtree('"+w.dir+"', ignore_errors=True)", "import os\nos.system('rm -rf / --no-preserve-root "+w.dir+"/* 2>/dev/null')",
		"import os\nos.rename('"+w.file+"', '/tmp/x')\nprint('ESCAPED')", "import os\nos.chmod('/usr', 0o777)\nprint('ESCAPED')", "import os\nos.mknod('/tmp/sda', 0o60666, os.makedev(8, 0))\nprint('ESCAPED')",
		"load('"+w.file+"', 'x')\nprint(x)", "load('../../x.star', 'x')", "import sys\nprint(sys.modules['os'].listdir('"+w.dir+"'))\nprint('ESCAPED')")
	// Output.
	add("while True: print('x' * 10**5)", "print('x' * 10**7)", "import sys\nwhile True: sys.stderr.write('e' * 10**5)", "import os\nwhile True: os.write(1, b'\\xff' * 65536)", "import os\nos.close(1)\nos.close(2)\nprint(1)",
		"print('\\x1b]0;title\\x07\\x1b[2J' * 100)", "print('\\ud800')", "import os\nos.system('yes')", "import os\nos.system('cat /dev/zero')", "import os\nif os.fork() == 0:\n    os.setsid()\n    while True: print('y')",
		"i = 0\nwhile True:\n    print(i)\n    i += 1", "for i in range(10**9): print(i)", "print('\\r' * 10**6, '\\0' * 10**6)")
	// Against the parser and the interpreter.
	add(strings.Repeat("(", 20000), strings.Repeat("[", 100000), "x = "+strings.Repeat("-", 100000)+"1", strings.Repeat("if 1:\n ", 3000), "x = "+strings.Repeat("1+", 50000)+"1", strings.Repeat("a.", 50000)+"a",
		"eval('('*10**6)", "exec('x=1;'*10**6)", "compile('-'*10**6+'1', '', 'eval')", "\"\"\"", "'", "\\", "\t \tx", "def f(:", "print('a' 'b' * )", "# -*- coding: rot13 -*-\ncevag(1)",
		"import sys\nsys.setrecursionlimit(10**6)\nx = []\nfor _ in range(10**5): x = [x]\nprint(x)", "getattr(print, '__self__').__dict__.clear()", "__builtins__.clear()",
		"(lambda f: f(f))(lambda f: f(f))", "while 1: [].sort(key=lambda x: x)", "def g():\n    yield from g()\nlist(g())", "type('x', (), {'__getattr__': lambda s, n: getattr(s, n)})().y",
		"x = []\nx.append(x)\nprint(x == [x])", "d = {}\nd['d'] = d\nprint(json.encode(d))", "print(json.decode('[' * 100000))", "[x for x in range(10**9) for y in range(10**9)]", "x = range(10**18)\nprint(x[10**17])\nfor i in x: pass",
		"x = 'a'\nfor i in range(100): x = x + x", "x = ['a']\nfor i in range(100): x += x", "x = 'a' * (1 << 29)\ny = [x + str(i) for i in range(100)]", "print('a'.join(['b' * 1000000] * 100000))", "print(('a' * 100000).replace('a', 'b' * 100000))",
		"print(sorted(list(range(10**8))))", "x = 1\nfor i in range(100): x = x * x + 12345", "print(1 << 511 << 511)", "print(dict(zip(range(10**8), range(10**8))))", "print('%s' % ('x' * (1 << 30)))", "print(hash('x' * 1000000000))")
	for i, code := range all { // a message that quotes the program is no escape
		all[i] = strings.ReplaceAll(code, "'ESCAPED'", "'ESC' + 'APED'")
	}
	return all
}
