package io.weir.cli.value;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The upload of one file to one value: finds or begins an upload, and sends the part that is not stored yet.
 *
 * <p>Threads: the main thread; the HTTP client reads the file on its own, and reports how far it is through two volatile numbers, which it
 * alone writes while a request is in progress.
 */
final class FileUpload {

  private static final int CREATED = 201;

  /** The service reads the stored part once before it takes the rest: at least so fast. */
  private static final long CHECKED_BYTES_A_SECOND = 8 << 20;

  private final ValueRequests requests;
  private final ValueAddress address;
  private final Path file;
  private final Terms terms;
  private final Terminal terminal;
  private Optional<String> upload = Optional.empty();
  private long position;
  private boolean isSent;
  private boolean mayBeStored;
  private String outcome = "";

  /** How far the client has read the file in the current request. */
  private volatile long readTo;

  /** The highest position that the progress display has shown. */
  private volatile long shown;

  /**
   * The properties of the value, and the condition for it.
   *
   * @param contentType empty for none
   * @param ifMatch the version that it must replace; empty for any
   */
  record Terms(String contentType, Optional<String> ifMatch) {}

  FileUpload(
      ValueRequests requests, ValueAddress address, Path file, Terms terms, Terminal terminal) {
    this.requests = requests;
    this.address = address;
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
    var digest = Sha256.of(file);
    try (var progress = terminal.progress().begin("put", length, "bytes")) {
      persistence.complete(
          () -> attempt(length, digest, progress, resumes),
          () -> position + shown); // both grow: more is stored, or more was sent
    }
    terminal.say(file + ": stored, " + length + " bytes, " + outcome);
  }

  /** Succeeds also if the answer to the last request is lost and the service has stored the file. */
  private void attempt(long length, Sha256 digest, LoadProgress progress, boolean resumes)
      throws IOException {
    try {
      transfer(length, digest, progress, resumes);
    } catch (IOException | TableServiceException failure) {
      mayBeStored |= isSent && hasNoOutcome(failure);
      if (!mayBeStored || !isStored(digest, failure)) {
        throw failure;
      }
      outcome = "as the service confirms";
    }
    position = length;
    show(progress, length);
  }

  private static boolean hasNoOutcome(Exception failure) {
    return failure instanceof IOException && !(failure instanceof FileSystemException)
        || failure instanceof ServiceFailedException;
  }

  /** Returns whether the value is the file. A question that fails itself answers no; the failure that led to it is reported. */
  private boolean isStored(Sha256 digest, Exception failure) {
    try {
      var head = requests.send("HEAD", address.url());
      head.body().close();
      return head.headers()
          .firstValue(FileDownload.DIGEST)
          .filter(digest.header()::equals)
          .isPresent();
    } catch (IOException | TableServiceException | CommandFailure unanswered) {
      failure.addSuppressed(unanswered);
      return false;
    }
  }

  private void transfer(long length, Sha256 digest, LoadProgress progress, boolean resumes)
      throws IOException {
    if (upload.isEmpty() && resumes) {
      upload = UnfinishedUploads.of(requests, address).find(digest);
    }
    if (upload.isEmpty()) {
      upload = Optional.of(begin(digest));
    }
    position = offset(upload.get());
    if (position > length) {
      throw CommandFailure.failed("The last upload of this value has " + position
          + " bytes, and the file " + length + ". Send it without --resume.");
    }
    show(progress, position);
    try (var rest = open(progress)) {
      isSent = true;
      var answer = requests.send(
          "PATCH", upload.get(), content(rest, length), headers(digest).toArray(String[]::new));
      answer.body().close();
      outcome = answer.statusCode() == CREATED ? "new" : "replaced";
    }
  }

  private List<String> headers(Sha256 digest) {
    var headers = new ArrayList<>(List.of(
        "Content-Type",
        "application/partial-upload",
        "Upload-Offset",
        Long.toString(position),
        "Upload-Complete",
        "?1",
        FileDownload.DIGEST,
        digest.header()));
    terms.ifMatch().ifPresent(tag -> headers.addAll(List.of("If-Match", tag)));
    return headers;
  }

  /** Begins an upload of this file alone: its SHA-256 is stored with it. */
  private String begin(Sha256 digest) throws IOException {
    var headers = new ArrayList<>(List.of(FileDownload.DIGEST, digest.header()));
    if (!terms.contentType().isEmpty()) {
      headers.addAll(List.of("Content-Type", terms.contentType()));
    }
    terms.ifMatch().ifPresent(tag -> headers.addAll(List.of("If-Match", tag)));
    var begun =
        requests.send("POST", address.url() + "?comp=upload", headers.toArray(String[]::new));
    begun.body().close();
    var location = begun.headers().firstValue("Location").orElse("");
    return address.upload(location.substring(location.lastIndexOf('=') + 1));
  }

  private long offset(String at) throws IOException {
    try {
      var answer = requests.send("HEAD", at);
      answer.body().close();
      return answer.headers().firstValueAsLong("Upload-Offset").orElseThrow();
    } catch (NotFoundException gone) {
      throw new NotFoundException(
          ErrorCode.RESOURCE_NOT_FOUND, "upload=finishedOrCollected hint=weirValueHead");
    }
  }

  private ValueRequests.Content content(InputStream rest, long length) {
    var preparation = Duration.ofSeconds(position / CHECKED_BYTES_A_SECOND);
    return length == position
        ? ValueRequests.Content.none(preparation)
        : new ValueRequests.Content(
            BodyPublishers.fromPublisher(
                BodyPublishers.ofInputStream(() -> rest), length - position),
            () -> readTo,
            preparation);
  }

  /** Opens the file at the position. */
  private InputStream open(LoadProgress progress) throws IOException {
    var channel = FileChannel.open(file);
    channel.position(position);
    return new CountingInput(Channels.newInputStream(channel), count -> {
      readTo = position + count;
      show(progress, position + count);
    });
  }

  private void show(LoadProgress progress, long reached) {
    if (reached > shown) {
      progress.advance(reached - shown);
      shown = reached;
    }
  }
}
