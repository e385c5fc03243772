package io.weir.cli.value;

import io.weir.cli.terminal.CommandFailure;
import io.weir.server.json.UploadJson;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The unfinished uploads of a value, as the service lists them. */
record UnfinishedUploads(ValueAddress address, List<UploadJson.Row> rows) {

  static UnfinishedUploads of(ValueRequests requests, ValueAddress address) throws IOException {
    return new UnfinishedUploads(
        address, UploadJson.readList(requests.read("GET", address.url() + "?comp=uploads")));
  }

  /**
   * Returns the address of the upload that this file continues: the last one of the file, or else the last one of an unknown file, whose bytes
   * the service compares at the end. Empty if the value has no upload. Fails if it has uploads of other files alone.
   */
  Optional<String> find(Sha256 digest) {
    var found = last(row -> row.sha256().filter(digest.hex()::equals).isPresent())
        .or(() -> last(row -> row.sha256().isEmpty()));
    if (found.isEmpty() && !rows.isEmpty()) {
      throw CommandFailure.failed(
          "The last upload of this value is of another file: its SHA-256 is another one. Send this file without --resume.");
    }
    return found.map(row -> address.upload(row.id().toString()));
  }

  private Optional<UploadJson.Row> last(Predicate<UploadJson.Row> condition) {
    return rows.stream()
        .filter(condition)
        .max(Comparator.comparing(row -> row.lastStored().orElse(Instant.MIN)));
  }
}
