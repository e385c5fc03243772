package io.weir.server.value;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.pattern.large.Acceptance;
import io.weir.pattern.large.LargeValues;
import io.weir.pattern.large.ValueUpload;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.Access;
import io.weir.server.request.TableRequest;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The uploads of one value: begins, continues, finishes, cancels and lists them. Created per
 * request, on the loop.
 *
 * <p>An upload is stored, so it outlives the server and the client. It has no owner: each sender
 * that may write the value may continue it, one at a time.
 */
final class UploadRequests {

  private final ValueTarget target;
  private final HttpExchange exchange;
  private final TableRequest request;
  private final long limitBytes;

  UploadRequests(ValueTarget target, long limitBytes) {
    this.target = target;
    this.exchange = target.exchange();
    this.request = exchange.request();
    this.limitBytes = limitBytes;
  }

  /**
   * Begins an upload of the request's media type and, if it declares one, SHA-256. The conditions
   * are checked now, and again by the request that finishes it.
   */
  Mono<HttpReply> begin() {
    if (exchange.body().declaredBytes() > 0) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "body=notEmpty expected=contentByPATCH");
    }
    var conditions = ValueConditions.ofWrite(request);
    var values = target.values(conditions.uses());
    var content = ValueHeaders.declared(request);
    return values
        .find(target.key())
        .singleOptional()
        .doOnNext(conditions::requireWrite)
        .flatMap(stored -> values.announce(values.begin(target.key(), content)))
        .flatMap(upload ->
            new Housekeeping(values, target).after(Optional.empty()).thenReturn(begun(upload)));
  }

  private HttpReply begun(ValueUpload upload) {
    var address = request.head().rawPath() + "?comp=upload&id=" + upload.generation();
    return UploadHeaders.open(HttpReply.of(HttpResponseStatus.CREATED), upload, limitBytes)
        .with(HttpHeaderNames.LOCATION, address);
  }

  /** Returns how much of an upload is stored. */
  Mono<HttpReply> offset(UUID id) {
    return existing(valuesOfWriter(), id)
        .map(upload ->
            UploadHeaders.open(HttpReply.of(HttpResponseStatus.NO_CONTENT), upload, limitBytes));
  }

  /**
   * Appends the body to the stored part. If it is the last part, the upload becomes the value.
   *
   * <p>Fails with {@code UploadOffsetMismatch} if the upload continues elsewhere; the answer has
   * the offset.
   */
  Mono<HttpReply> append(UUID id) {
    UploadHeaders.requirePart(request);
    var offset = UploadHeaders.offset(request);
    var isLast = UploadHeaders.isLast(request);
    var conditions = ValueConditions.ofWrite(request);
    var sha256 = ValueHeaders.sha256(request);
    var values = target.values(conditions.uses());
    var content = ValueContent.of(exchange, Math.max(0, limitBytes - offset));
    return existing(values, id).flatMap(upload -> {
      if (upload.position() != offset) {
        return Mono.just(elsewhere(upload));
      }
      return isLast
          ? values
              .find(target.key())
              .singleOptional()
              .map(stored -> new Acceptance(conditions.replaces(stored), sha256))
              .flatMap(acceptance -> finish(values, upload, content, acceptance))
          : append(values, upload, content);
    });
  }

  private Mono<HttpReply> append(LargeValues values, ValueUpload upload, Flux<ByteBuffer> content) {
    var declared = exchange.body().declaredBytes();
    if (declared >= 0 && declared < upload.chunkBytes()) {
      return Mono.error(tooShort(upload));
    }
    return values.append(upload, content).map(after -> {
      if (after.position() == upload.position()) {
        throw tooShort(upload);
      }
      return UploadHeaders.open(HttpReply.of(HttpResponseStatus.NO_CONTENT), after, limitBytes);
    });
  }

  private Mono<HttpReply> finish(
      LargeValues values, ValueUpload upload, Flux<ByteBuffer> content, Acceptance acceptance) {
    return values
        .store(upload, content, acceptance)
        .onErrorMap(ConflictException.class, ValueWrites::conditionFailed)
        .flatMap(stored -> new Housekeeping(values, target)
            .after(stored.replaced())
            .thenReturn(UploadHeaders.complete(ValueWrites.reply(stored))));
  }

  /** Removes an upload with all that it has stored. */
  Mono<HttpReply> cancel(UUID id) {
    var values = valuesOfWriter();
    return existing(values, id)
        .flatMap(upload -> values
            .discard(target.key(), id)
            .thenReturn(HttpReply.of(HttpResponseStatus.NO_CONTENT)));
  }

  /** Lists the unfinished uploads. */
  Mono<HttpReply> list() {
    return PartitionUploads.listed(target.values(Access.Use.READ).uploads(target.key()));
  }

  /**
   * Returns the values for a sender that may add or update the head: a sender that may upload may
   * also ask for the offset.
   */
  private LargeValues valuesOfWriter() {
    try {
      return target.values(Access.Use.ADD);
    } catch (AccessDeniedException noAdding) {
      return target.values(Access.Use.UPDATE);
    }
  }

  private Mono<ValueUpload> existing(LargeValues values, UUID id) {
    return values
        .upload(target.key(), id)
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "upload=absent")));
  }

  private HttpReply elsewhere(ValueUpload upload) {
    var failure =
        new ConflictException(ErrorCode.UPLOAD_OFFSET_MISMATCH, "expected=" + upload.position());
    return UploadHeaders.open(exchange.failed(failure), upload, limitBytes);
  }

  private static InvalidRequestException tooShort(ValueUpload upload) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT,
        "part=tooShort expectedBytes=" + upload.chunkBytes() + " unless=Upload-Complete:?1");
  }
}
