"""Drives a program in a pseudo-terminal: argv is JSON {words, cwd, env, columns, answers: [[prompt, answer]]}.

Types each answer once its prompt is shown, or Ctrl-C for null; prints JSON {status, shown}.
"""
import fcntl, json, os, pty, select, struct, sys, termios, time

given = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(given["cwd"])
    os.execvpe(given["words"][0], given["words"], given["env"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, given["columns"], 0, 0))
shown, seen, ends = b"", 0, time.monotonic() + 60
answers = list(given["answers"])
while time.monotonic() < ends:
    if answers:
        found = shown.find(answers[0][0].encode(), seen)
        if found >= 0:
            prompt, answer = answers.pop(0)
            seen = found + len(prompt.encode())
            os.write(terminal, b"\x03" if answer is None else answer.encode() + b"\r")
            continue
    if not select.select([terminal], [], [], 1)[0]:
        continue
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        chunk = b""
    if not chunk:
        break
    shown += chunk
else:
    os.kill(pid, 9)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(json.dumps({"status": status, "shown": shown.decode(errors="replace")}))
