package io.weir.cli.transfer;

import io.weir.api.error.PreconditionFailedException;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.client.WeirValues;
import io.weir.client.value.Sha256;
import io.weir.client.value.ValueHead;
import io.weir.client.value.ValueName;
import io.weir.pattern.large.ContentDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * The download of one value into a file, or to standard output. The file has the name
 * {@code FILE.part} until it is complete and its SHA-256 is right.
 *
 * <p>Threads: the main thread, which blocks. The bytes are written on one thread at a time, which
 * may block.
 */
final class FileDownload {

  private final WeirValues values;
  private final ValueName value;
  private final Terminal terminal;

  /** The length of the file. */
  private final AtomicLong position = new AtomicLong();

  private ValueHead version = new ValueHead(0, "", "", "");

  FileDownload(WeirValues values, ValueName value, Terminal terminal) {
    this.values = values;
    this.value = value;
    this.terminal = terminal;
  }

  /**
   * Writes the value to standard output. Fails when the output takes no more, and at its end if the
   * SHA-256 is another one.
   */
  void print() {
    version = head();
    var seen = ContentDigest.begin();
    var out = Channels.newChannel(terminal.out());
    written(values.read(value, version, 0), part -> {
      seen.update(part.duplicate());
      out.write(part);
      requireTaken();
    });
    if (!version.has(Sha256.of(seen))) {
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
    persistence.complete(() -> attempt(part), position::get);
    if (!version.has(FileDigest.of(part))) {
      throw replaced(part);
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    terminal.say(file + ": " + position + " bytes");
  }

  private static CommandFailure replaced(Path part) throws IOException {
    Files.delete(part);
    return CommandFailure.failed("The value was replaced between two parts of the download, or"
        + " '" + part + "' belonged to another one. It was deleted: try again.");
  }

  /** Appends the missing part to the file. If it belonged to another version, the SHA-256 tells. */
  private void attempt(Path part) throws IOException {
    position.set(Files.exists(part) ? Files.size(part) : 0);
    version = head();
    if (position.get() > version.lengthBytes()) {
      Files.delete(part);
      position.set(0);
    }
    try (var out = FileChannel.open(
            part,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            position.get() == 0
                ? StandardOpenOption.TRUNCATE_EXISTING
                : StandardOpenOption.APPEND);
        var progress = terminal.progress().begin("get", version.lengthBytes(), "bytes")) {
      progress.advance(position.get());
      append(out, progress);
    } catch (PreconditionFailedException overtaken) {
      throw replaced(part);
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private void append(FileChannel out, LoadProgress progress) {
    written(values.read(value, version, position.get()), part -> {
      while (part.hasRemaining()) {
        var bytes = out.write(part);
        position.addAndGet(bytes);
        progress.advance(bytes);
      }
    });
  }

  private ValueHead head() {
    return values.head(value).blockOptional().orElseThrow();
  }

  /** Takes all bytes of a part. */
  private interface Taker {
    void take(ByteBuffer part) throws IOException;
  }

  /** Passes all parts on, one after the other. */
  private static void written(Flux<ByteBuffer> parts, Taker taker) {
    parts
        .publishOn(Schedulers.boundedElastic(), 1)
        .doOnNext(part -> {
          try {
            taker.take(part);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })
        .then()
        .block();
  }
}
