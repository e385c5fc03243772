package io.weir.client;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.UnfinishedUpload;
import io.weir.client.call.Call;
import io.weir.client.call.Calls;
import io.weir.client.call.Failures;
import io.weir.client.call.Resolution;
import io.weir.client.call.RetryPolicy;
import io.weir.client.rest.ContentFailure;
import io.weir.client.rest.RestValues;
import io.weir.client.value.UploadEnd;
import io.weir.client.value.UploadTerms;
import io.weir.client.value.ValueHead;
import io.weir.client.value.ValueName;
import io.weir.client.value.ValueSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The large values of a service, with the retries of the client. A transfer that breaks is
 * continued where it broke.
 *
 * @param once makes one attempt of a call
 * @param removal finds out about a deletion whose answer was lost
 */
record RemoteValues(
    Calls<RestValues> calls,
    Function<Call, RestValues> once,
    RetryPolicy retries,
    Resolution<Boolean> removal)
    implements WeirValues {

  @Override
  public Mono<ValueHead> head(ValueName value) {
    return calls.read("HeadValue", values -> values.head(value));
  }

  @Override
  public Flux<ByteBuffer> read(ValueName value, ValueHead version, long from) {
    return calls.stream(
        "GetValue", call -> Flux.defer(() -> rest(value, version, new AtomicLong(from), call)));
  }

  /** @param position of the next byte; only the current attempt changes it */
  private Flux<ByteBuffer> rest(
      ValueName value, ValueHead version, AtomicLong position, Call call) {
    return Flux.defer(() -> position.get() == version.lengthBytes()
            ? Flux.<ByteBuffer>empty()
            : once.apply(call).read(value, version.tag(), position.get()))
        .doOnNext(part -> position.addAndGet(part.remaining()))
        .concatWith(Mono.defer(() -> requireEnd(position.get(), version.lengthBytes())))
        .retryWhen(retries.ofStream());
  }

  private static Mono<ByteBuffer> requireEnd(long position, long length) {
    return position == length
        ? Mono.empty()
        : Mono.error(
            new IOException("The answer ended early. bytes=" + position + " of=" + length));
  }

  @Override
  public Mono<Void> delete(ValueName value) {
    return calls.write("DeleteValue", values -> values.delete(value), removal).then();
  }

  @Override
  public Mono<UUID> begin(ValueName value, UploadTerms terms) {
    return calls.write("BeginUpload", values -> values.begin(value, terms), Resolution.none());
  }

  @Override
  public Mono<UploadEnd> finish(
      ValueName value, UUID upload, UploadTerms terms, ValueSource source) {
    return calls
        .upload(
            "AppendUpload",
            call -> Flux.defer(() -> attempt(value, upload, terms, source, once.apply(call)))
                .retryWhen(retries.ofUpload(RemoteValues::maySendRest))
                .onErrorResume(
                    RemoteValues::maySendRest,
                    failure -> storedUnless(failure, value, terms, once.apply(call))))
        .onErrorMap(ContentFailure::toldToCaller)
        .next();
  }

  private static Mono<UploadEnd> attempt(
      ValueName value, UUID upload, UploadTerms terms, ValueSource source, RestValues values) {
    return values
        .offset(value, upload)
        .flatMap(offset -> {
          requireRest(offset, source.lengthBytes());
          return values.finish(value, upload, terms, source, offset);
        })
        .onErrorResume(RemoteValues::isGone, gone -> confirmed(value, terms, values));
  }

  /**
   * Succeeds if the value is what was sent, although no attempt is left. A question that fails
   * itself answers no.
   */
  private static Mono<UploadEnd> storedUnless(
      Throwable failure, ValueName value, UploadTerms terms, RestValues values) {
    return values
        .head(value)
        .filter(stored -> stored.has(terms.sha256()))
        .map(stored -> UploadEnd.CONFIRMED)
        .onErrorComplete()
        .switchIfEmpty(Mono.error(failure));
  }

  private static void requireRest(long offset, long length) {
    if (offset > length) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "uploadBytes=" + offset + " sourceBytes=" + length);
    }
  }

  /** Succeeds if the value is what was sent. */
  private static Mono<UploadEnd> confirmed(ValueName value, UploadTerms terms, RestValues values) {
    return values
        .head(value)
        .filter(stored -> stored.has(terms.sha256()))
        .onErrorResume(RemoteValues::isGone, none -> Mono.empty())
        .map(stored -> UploadEnd.CONFIRMED)
        .switchIfEmpty(Mono.error(() -> new NotFoundException(
            ErrorCode.RESOURCE_NOT_FOUND, "upload=finishedOrCollected hint=headOfTheValue")));
  }

  private static boolean isGone(Throwable failure) {
    return failure instanceof NotFoundException absent
        && absent.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }

  /**
   * Returns whether the stored offset tells how to go on after a failure. It is another one if an
   * answer was lost.
   */
  private static boolean maySendRest(Throwable failure) {
    return Failures.isTransient(failure)
        || failure instanceof ServiceFailedException
        || failure instanceof TableServiceException refusal
            && refusal.code() == ErrorCode.UPLOAD_OFFSET_MISMATCH;
  }

  @Override
  public Mono<List<UnfinishedUpload>> uploads(ValueName value) {
    return calls.read("ListUploads", values -> values.uploads(value));
  }

  @Override
  public Mono<List<UnfinishedUpload>> uploads(TableName table, String partitionKey) {
    return calls.read("ListUploads", values -> values.uploads(table, partitionKey));
  }

  @Override
  public Mono<Long> collect(TableName table, String partitionKey, Duration age) {
    return calls.stream(
            "CollectUploads",
            call -> once.apply(call).collect(table, partitionKey, age).flux())
        .next();
  }
}
