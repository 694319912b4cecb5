"""A real HTTP server on this machine that does what servers do on bad days."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True

    def __init__(self, behaviours):
        super().__init__(("127.0.0.1", 0), Handler)
        self.behaviours = behaviours
        self.asked = []
        self.headers = []
        # Set when the test is over, so that a body that stalls does not stall the test.
        self.over = threading.Event()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.close_connection = True
        self.server.asked.append(self.path)
        self.server.headers.append(dict(self.headers))
        answers = self.server.behaviours[self.path]
        place = min(self.server.asked.count(self.path), len(answers)) - 1
        status, body, extra = answers[place]
        if "x-raw" in extra:
            self.wfile.write(extra["x-raw"].encode())
            self.drip()
            return
        self.send_response(status)
        headers = {"Content-Length": str(len(body)), "Connection": "close", **extra}
        for key, value in headers.items():
            if value is not None and not key.startswith("x-"):
                self.send_header(key, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        if "x-stall" in extra:
            self.server.over.wait(30)
        if "x-drip" in extra:
            self.drip()

    def drip(self):
        while not self.server.over.wait(0.02):
            try:
                self.wfile.write(b"x")
            except OSError:
                return

    def log_message(self, *_):
        pass


@contextmanager
def serve(**behaviours):
    """Serve each path with its answers, (status, body, headers), in turn; the last one stays.

    A header that is None is not sent; with `x-stall` the connection stays open in silence, with
    `x-drip` it goes on byte by byte; `x-raw` is sent in place of an answer, and goes on like that.
    """
    server = Server({f"/{path}": answers for path, answers in behaviours.items()})
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
