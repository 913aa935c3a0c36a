package python

// program runs code as a main module would be. Messages show the program's own lines only.
const program = `def program(code):
    import linecache, traceback
    sys.stdin.close()
    sys.stdin = open("/dev/null")
    sys.argv = ["program.py"]
    linecache.cache["program.py"] = (len(code), None, code.splitlines(True), "program.py")
    try:
        exec(compile(code, "program.py", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
    except SystemExit:
        raise
    except BaseException as e:
        traceback.print_exception(type(e), e, e.__traceback__.tb_next)
        sys.exit(1)
`

// runner reads the program from standard input, whole, before it starts.
const runner = "import sys\n" + program + "program(sys.stdin.read())\n"

// sharingRunner reads program and files from standard input, runs the program in a process of its own,
// and sends the files that there are then through descriptor 4. It is inside the sandbox, where the
// program may interfere with it: nothing depends on what it sends.
const sharingRunner = "import json, os, resource, stat, sys\n" + program + `
def receive(source):
    head = json.loads(source.readline())
    code = source.read(head["code"]).decode()
    for _ in range(head["files"]):
        f = json.loads(source.readline())
        folder = os.path.dirname(f["name"])
        if folder:
            os.makedirs(folder, exist_ok=True)
        with open(f["name"], "wb") as out:
            out.write(source.read(f["size"]))
    return code, head["most"]

def ordinary(path):
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(fd, "rb") as f:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode) or info.st_nlink > 1:
            return None
        return f.read(info.st_size)

def send(to, most):
    sent, left = 0, []
    for folder, folders, names in os.walk("."):
        for name in names + [d for d in folders if os.path.islink(os.path.join(folder, d))]:
            path = os.path.join(folder, name)
            data = ordinary(path)
            if data is None:
                if len(left) < 20:
                    left.append(path[2:][:200])
                continue
            to.write(json.dumps({"name": path[2:], "size": len(data)}).encode() + b"\n")
            to.write(data)
            sent += 1
            if sent > most:
                return
    to.write(json.dumps({"end": True, "left": left}).encode() + b"\n")
    to.close()

code, most = receive(sys.stdin.buffer)
child = os.fork()
if child == 0:
    os.close(4)
    least = min(8 << 20, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (least, least))
    program(code)
else:
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        send(os.fdopen(4, "wb"), most)
    except BaseException:
        pass
    os._exit(status if status >= 0 else 128 - status)
`
