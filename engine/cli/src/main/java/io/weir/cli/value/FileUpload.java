package io.weir.cli.value;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Terminal;
import io.weir.server.json.UploadJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The upload of one file to one value: finds or begins an upload, and sends what is not stored yet. */
final class FileUpload {

  private static final int CREATED = 201;

  private final ValueRequests requests;
  private final ValueAddress address;
  private final Path file;
  private final Terms terms;
  private final Terminal terminal;
  private Optional<String> upload = Optional.empty();
  private long position;
  private long shown;
  private boolean isNew;

  /**
   * What the value is to be.
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
      persistence.complete(() -> attempt(length, digest, progress, resumes), () -> position);
    }
    terminal.say(file + ": stored, " + length + " bytes" + (isNew ? ", new" : ", replaced"));
  }

  private void attempt(long length, String digest, LoadProgress progress, boolean resumes)
      throws IOException {
    if (upload.isEmpty() && resumes) {
      upload = lastUpload();
    }
    if (upload.isEmpty()) {
      upload = Optional.of(begin());
    }
    position = offset(upload.get());
    if (position > length) {
      throw CommandFailure.failed("The last upload of this value has " + position
          + " bytes, and the file " + length + ". Send it without --resume.");
    }
    show(progress);
    try (var rest = open(progress)) {
      var answer = requests.send(
          "PATCH", upload.get(), body(rest, length), headers(digest).toArray(String[]::new));
      isNew = answer.statusCode() == CREATED;
      answer.body().close();
    }
    position = length;
    show(progress);
  }

  private List<String> headers(String digest) {
    var headers = new ArrayList<>(List.of(
        "Content-Type",
        "application/partial-upload",
        "Upload-Offset",
        Long.toString(position),
        "Upload-Complete",
        "?1",
        "Repr-Digest",
        digest));
    terms.ifMatch().ifPresent(tag -> headers.addAll(List.of("If-Match", tag)));
    return headers;
  }

  private String begin() throws IOException {
    var headers = new ArrayList<String>();
    if (!terms.contentType().isEmpty()) {
      headers.addAll(List.of("Content-Type", terms.contentType()));
    }
    terms.ifMatch().ifPresent(tag -> headers.addAll(List.of("If-Match", tag)));
    var begun =
        requests.send("POST", address.url() + "?comp=upload", headers.toArray(String[]::new));
    begun.body().close();
    var location = begun.headers().firstValue("Location").orElse("");
    return address(UUID.fromString(location.substring(location.lastIndexOf('=') + 1)));
  }

  /** Returns the upload of this value that was stored last. */
  private Optional<String> lastUpload() throws IOException {
    return UploadJson.readList(requests.read("GET", address.url() + "?comp=uploads")).stream()
        .filter(row -> row.lastStored().isPresent())
        .max(Comparator.comparing(row -> row.lastStored().orElseThrow()))
        .map(row -> address(row.id()));
  }

  private String address(UUID id) {
    return address.url() + "?comp=upload&id=" + id;
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

  private BodyPublisher body(InputStream rest, long length) {
    return length == position
        ? BodyPublishers.noBody()
        : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> rest), length - position);
  }

  /** Opens the file at the position. */
  private InputStream open(LoadProgress progress) throws IOException {
    var channel = FileChannel.open(file);
    channel.position(position);
    return new CountingInput(Channels.newInputStream(channel), count -> {
      if (position + count > shown) {
        progress.advance(position + count - shown);
        shown = position + count;
      }
    });
  }

  private void show(LoadProgress progress) {
    if (position > shown) {
      progress.advance(position - shown);
      shown = position;
    }
  }
}
