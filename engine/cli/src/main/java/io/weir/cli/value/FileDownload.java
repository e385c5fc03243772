package io.weir.cli.value;

import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.pattern.large.ContentDigest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/**
 * The download of one value into a file, or to standard output. The file has the name {@code FILE.part} until it is complete and its SHA-256
 * is right.
 */
final class FileDownload {

  private static final int WHOLE = 200;
  private static final int PARTIAL = 206;
  private static final String RANGE = "Content-Range";
  private static final int BUFFER_BYTES = 64 * 1024;

  /** The header with the SHA-256 of a value. */
  static final String DIGEST = "Repr-Digest";

  private final ValueRequests requests;
  private final ValueAddress address;
  private final Terminal terminal;
  private long position;
  private String digest = "";

  FileDownload(ValueRequests requests, ValueAddress address, Terminal terminal) {
    this.requests = requests;
    this.address = address;
    this.terminal = terminal;
  }

  /** Writes the value to standard output. Fails when the output takes no more, and at its end if the SHA-256 is another one. */
  void print() throws IOException {
    var answer = requests.send("GET", address.url());
    var seen = ContentDigest.begin();
    try (var body = answer.body()) {
      var buffer = new byte[BUFFER_BYTES];
      for (var count = body.read(buffer); count >= 0; count = body.read(buffer)) {
        seen.update(buffer, 0, count);
        terminal.out().write(buffer, 0, count);
        requireTaken();
      }
    }
    if (!Sha256.of(seen).header().equals(digestOf(answer))) {
      throw CommandFailure.failed("The printed value is damaged: its SHA-256 is another one.");
    }
  }

  /** Fails unless the output has taken all bytes. A {@code PrintStream} throws no exception. */
  private void requireTaken() {
    if (terminal.out().checkError()) {
      throw CommandFailure.failed(
          "The value is not printed whole: standard output is closed, or its disk is full.");
    }
  }

  /** Writes the value to the file. Continues {@code FILE.part} if the persistence resumes. */
  void run(Path file, Persistence persistence, boolean resumes) throws IOException {
    var part = Path.of(file + ".part");
    if (!resumes) {
      Files.deleteIfExists(part);
    }
    persistence.complete(() -> attempt(part), () -> position);
    if (!Sha256.of(part).header().equals(digest)) {
      Files.delete(part);
      throw CommandFailure.failed("The value was replaced between two parts of the download, or"
          + " '" + part + "' belonged to another one. It was deleted: try again.");
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    terminal.say(file + ": " + position + " bytes");
  }

  /** Appends the missing part to the file. If the value was replaced meanwhile, the part is of another value: the SHA-256 tells. */
  private void attempt(Path part) throws IOException {
    position = Files.exists(part) ? Files.size(part) : 0;
    var head = requests.send("HEAD", address.url());
    head.body().close();
    digest = digestOf(head);
    var length = head.headers().firstValueAsLong("Content-Length").orElseThrow();
    if (position > length) {
      Files.delete(part);
      position = 0;
    }
    if (position == length && length > 0) {
      return;
    }
    var answer = rest(head.headers().firstValue("ETag").orElseThrow());
    try (var body = answer.body();
        var out = Files.newOutputStream(
            part,
            StandardOpenOption.CREATE,
            position == 0 ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND);
        var progress = terminal.progress().begin("get", length, "bytes")) {
      progress.advance(position);
      copy(body, out, progress::advance);
    }
    if (position != length) {
      throw new EOFException("The answer ended early. bytes=" + position + " of=" + length);
    }
  }

  /**
   * Requests what the file lacks. The position returns to 0 when the whole value is answered: what stands between may ignore {@code
   * Range}.
   */
  private HttpResponse<InputStream> rest(String tag) throws IOException {
    if (position == 0) {
      return requests.send("GET", address.url(), "If-Match", tag);
    }
    var answer =
        requests.send("GET", address.url(), "If-Match", tag, "Range", "bytes=" + position + "-");
    if (answer.statusCode() == WHOLE) {
      terminal.remark(
          "The whole value was answered in place of its rest; the download begins again.");
      position = 0;
    } else if (!isRest(answer)) {
      answer.body().close();
      throw CommandFailure.failed("Another part was answered than the rest from byte " + position
          + ". status=" + answer.statusCode() + " Content-Range="
          + answer.headers().firstValue(RANGE).orElse(""));
    }
    return answer;
  }

  private boolean isRest(HttpResponse<?> answer) {
    var range = answer.headers().firstValue(RANGE).orElse("");
    return answer.statusCode() == PARTIAL && range.startsWith("bytes " + position + "-");
  }

  private void copy(InputStream in, OutputStream out, LongConsumer progress) throws IOException {
    var buffer = new byte[BUFFER_BYTES];
    for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      out.write(buffer, 0, count);
      position += count;
      progress.accept(count);
    }
  }

  private static String digestOf(HttpResponse<?> answer) {
    return answer.headers().firstValue(DIGEST).orElse("");
  }
}
