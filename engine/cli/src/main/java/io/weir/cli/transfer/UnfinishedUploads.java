package io.weir.cli.transfer;

import io.weir.api.json.UnfinishedUpload;
import io.weir.cli.terminal.CommandFailure;
import io.weir.client.value.Sha256;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** The unfinished uploads of a value, as the service lists them. */
record UnfinishedUploads(List<UnfinishedUpload> all) {

  /**
   * Returns the upload that a file continues: the last one of the file, or else the last one of an
   * unknown file, whose bytes the service compares at the end. Empty if the value has no upload.
   * Fails if it has uploads of other files alone.
   *
   * @param lengthBytes of the file
   */
  Optional<UUID> find(Sha256 sha256, long lengthBytes) {
    var found = last(upload -> upload.sha256().filter(sha256.hex()::equals).isPresent())
        .or(() -> last(upload -> upload.sha256().isEmpty()));
    if (found.isEmpty() && !all.isEmpty()) {
      throw CommandFailure.failed(
          "The last upload of this value is of another file: its SHA-256 is another one. Send this file without --resume.");
    }
    found.ifPresent(upload -> requireRest(upload, lengthBytes));
    return found.map(UnfinishedUpload::id);
  }

  private static void requireRest(UnfinishedUpload upload, long lengthBytes) {
    if (upload.offset() > lengthBytes) {
      throw CommandFailure.failed("The last upload of this value has " + upload.offset()
          + " bytes, and the file " + lengthBytes + ". Send it without --resume.");
    }
  }

  private Optional<UnfinishedUpload> last(Predicate<UnfinishedUpload> condition) {
    return all.stream()
        .filter(condition)
        .max(Comparator.comparing(upload -> upload.lastStored().orElse(Instant.MIN)));
  }
}
