package io.weir.api.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.entity.EntityKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes and reads lists of unfinished uploads as JSON. Fails with {@code InvalidInput} for a body
 * of another form. Any thread.
 */
public final class UploadJson {

  private static final JsonForm<Uploads> LIST = new JsonForm<>("uploads", Uploads.class);
  private static final JsonForm<Collected> COLLECTED = new JsonForm<>("collected", Collected.class);

  private UploadJson() {}

  private record Uploads(List<Upload> value) {}

  private record Upload(
      UUID id,
      @JsonProperty("PartitionKey") String partitionKey,
      @JsonProperty("RowKey") String rowKey,
      long offset,
      Optional<String> contentType,
      Optional<String> sha256,
      Optional<Instant> lastStored) {

    static Upload of(UnfinishedUpload upload) {
      return new Upload(
          upload.id(),
          upload.key().partitionKey(),
          upload.key().rowKey(),
          upload.offset(),
          Optional.of(upload.contentType()),
          upload.sha256(),
          upload.lastStored());
    }

    UnfinishedUpload upload() {
      return new UnfinishedUpload(
          id,
          new EntityKey(partitionKey, rowKey),
          offset,
          contentType.orElse(""),
          sha256,
          lastStored);
    }
  }

  private record Collected(long collected) {}

  /** Returns {@code {"value":[{"id":"..","PartitionKey":"..","RowKey":"..","offset":0,..}]}}. */
  public static byte[] list(List<UnfinishedUpload> uploads) {
    return LIST.write(new Uploads(uploads.stream().map(Upload::of).toList()));
  }

  /** Returns {@code {"collected":2}}. */
  public static byte[] collected(long number) {
    return COLLECTED.write(new Collected(number));
  }

  /** Reads what {@link #list} has written; ignores members that it does not know. */
  public static List<UnfinishedUpload> readList(byte[] body) {
    return LIST.readAnswer(body).value().stream().map(Upload::upload).toList();
  }

  /** Reads what {@link #collected} has written; ignores members that it does not know. */
  public static long readCollected(byte[] body) {
    return COLLECTED.readAnswer(body).collected();
  }
}
