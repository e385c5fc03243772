package io.weir.client;

import io.weir.api.TableName;
import io.weir.api.json.UnfinishedUpload;
import io.weir.client.value.UploadEnd;
import io.weir.client.value.UploadTerms;
import io.weir.client.value.ValueHead;
import io.weir.client.value.ValueName;
import io.weir.client.value.ValueSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The large values of an account. Weir alone has them; they need the rights on the entity that has
 * a value.
 *
 * <p>Any thread. Fails with {@link io.weir.api.error.TableServiceException}. Transfers have no
 * deadline of their own: they end when the service is silent.
 */
public interface WeirValues {

  /** Returns the description of a value. Fails with {@code ResourceNotFound}. */
  Mono<ValueHead> head(ValueName value);

  /**
   * Emits the bytes of a version from an offset to its end, as fast as the subscriber requests
   * them. When the connection breaks, continues after the last byte. Fails with
   * {@code UpdateConditionNotSatisfied} if the value is of another version now.
   *
   * @param from 0 to the length of the version
   */
  Flux<ByteBuffer> read(ValueName value, ValueHead version, long from);

  /** Deletes a value. Fails with {@code ResourceNotFound}. */
  Mono<Void> delete(ValueName value);

  /**
   * Begins an upload, which is stored until {@link #finish} makes it the value, or until it is
   * collected.
   */
  Mono<UUID> begin(ValueName value, UploadTerms terms);

  /**
   * Sends what the service does not have of an upload, and makes it the value. When the connection
   * breaks, asks for the stored offset and continues there. If the upload is gone and the value has
   * its SHA-256, an answer was lost: that is {@link UploadEnd#CONFIRMED}.
   *
   * <p>Fails with {@code ResourceNotFound} if the upload was collected, and with
   * {@code InvalidInput} if it has another SHA-256 or more bytes than the source.
   */
  Mono<UploadEnd> finish(ValueName value, UUID upload, UploadTerms terms, ValueSource source);

  /**
   * Stores a value: begins an upload and finishes it. If it fails, {@link #uploads(ValueName)} has
   * the upload for {@link #finish}.
   */
  default Mono<UploadEnd> put(ValueName value, UploadTerms terms, ValueSource source) {
    return begin(value, terms).flatMap(upload -> finish(value, upload, terms, source));
  }

  /** Returns the unfinished uploads of a value, at most 1,000. */
  Mono<List<UnfinishedUpload>> uploads(ValueName value);

  /** Returns the unfinished uploads of a partition, at most 1,000. */
  Mono<List<UnfinishedUpload>> uploads(TableName table, String partitionKey);

  /**
   * Removes the uploads of a partition that were last written longer ago than this, and replaced
   * values that a crash has left. Returns their number. The service may take minutes.
   */
  Mono<Long> collect(TableName table, String partitionKey, Duration age);
}
