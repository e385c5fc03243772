package io.weir.cli.transfer;

import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.client.WeirValues;
import io.weir.client.value.UploadEnd;
import io.weir.client.value.UploadTerms;
import io.weir.client.value.ValueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * The upload of one file to one value: finds or begins an upload, and lets the client send the part
 * that is not stored yet.
 *
 * <p>Threads: the main thread, which blocks. The client reads the file on one thread at a time,
 * which alone writes the two volatile numbers while a request is in progress.
 */
final class FileUpload {

  private final WeirValues values;
  private final ValueName value;
  private final Path file;
  private final Terms terms;
  private final Terminal terminal;
  private Optional<UUID> upload = Optional.empty();
  private String outcome = "";

  /** Where the client has last begun to read: all before is stored. */
  private volatile long position;

  /** The highest position that the progress display has shown. */
  private volatile long shown;

  /**
   * The properties of the value, and the condition for it.
   *
   * @param contentType empty for none
   * @param ifMatch the version that it must replace; empty for any
   */
  record Terms(String contentType, Optional<String> ifMatch) {}

  FileUpload(WeirValues values, ValueName value, Path file, Terms terms, Terminal terminal) {
    this.values = values;
    this.value = value;
    this.file = file;
    this.terms = terms;
    this.terminal = terminal;
  }

  /** Stores the file. Continues the last upload of the value if the persistence resumes. */
  void run(Persistence persistence, boolean resumes) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw CommandFailure.wrongUsage(
          "'" + file + "' is not a file. Only a file can be sent again after an interruption.");
    }
    var length = Files.size(file);
    var declared = new UploadTerms(terms.contentType(), FileDigest.of(file), terms.ifMatch());
    try (var progress = terminal.progress().begin("put", length, "bytes")) {
      persistence.complete(
          () -> attempt(length, declared, progress, resumes),
          () -> position + shown); // both grow: more is stored, or more was sent
    }
    terminal.say(file + ": stored, " + length + " bytes, " + outcome);
  }

  private void attempt(long length, UploadTerms declared, LoadProgress progress, boolean resumes) {
    if (upload.isEmpty() && resumes) {
      upload = unfinished().find(declared.sha256(), length);
    }
    if (upload.isEmpty()) {
      upload = values.begin(value, declared).blockOptional();
    }
    var source = new FileSource(file, length, shownBy(progress));
    outcome = told(values
        .finish(value, upload.orElseThrow(), declared, source)
        .blockOptional()
        .orElseThrow());
    position = length;
    show(progress, length);
  }

  private FileSource.Progress shownBy(LoadProgress progress) {
    return new FileSource.Progress() {
      @Override
      public void begins(long offset) {
        position = offset;
        show(progress, offset);
      }

      @Override
      public void reached(long offset) {
        show(progress, offset);
      }
    };
  }

  private UnfinishedUploads unfinished() {
    return new UnfinishedUploads(values.uploads(value).blockOptional().orElseThrow());
  }

  private static String told(UploadEnd end) {
    return switch (end) {
      case CREATED -> "new";
      case REPLACED -> "replaced";
      case CONFIRMED -> "as the service confirms";
    };
  }

  private void show(LoadProgress progress, long reached) {
    if (reached > shown) {
      progress.advance(reached - shown);
      shown = reached;
    }
  }
}
