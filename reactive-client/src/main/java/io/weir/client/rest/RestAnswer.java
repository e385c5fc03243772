package io.weir.client.rest;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.entity.ETag;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.json.EntityReader;
import io.weir.api.json.ErrorBody;
import io.weir.api.json.ValueList;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.exchange.Refusal;
import io.weir.client.exchange.ResponseReader;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClientResponse;

/**
 * An answer that is read after it has arrived completely.
 *
 * <p>Its bytes are copied from each network chunk, so no buffer outlives the call that delivers it.
 * Runs on the loop of the connection. Fails with the service's refusal, see {@link RestRefusal},
 * and with {@code InternalError} for an answer of an unexpected form.
 *
 * @param headers of the answer
 * @param body may be empty
 */
public record RestAnswer(HttpHeaders headers, Bytes body) {

  private static final String UNEXPECTED = "unexpectedAnswer=";
  private static final String UNREADABLE = "unreadable";

  /** Most bytes of an answer. A page has a few MiB, and JSON may need six characters for one. */
  private static final int MOST_BYTES = 64 * 1024 * 1024;

  /**
   * Returns the body, unless the media type says that it holds entities, even if it holds none.
   * Fails like a form that cannot be read.
   */
  Bytes requireNoEntities() {
    var type = headers.get(HttpHeaderNames.CONTENT_TYPE, "");
    if (type.contains("odata=")) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "contentType=" + type);
    }
    return body;
  }

  /** Reads an answer without content. */
  static final ResponseReader<Boolean> DONE = of(answer -> true);

  /** Bytes that are not copied again. */
  public record Bytes(ByteArrayOutputStream collected) {
    public byte[] array() {
      return collected.toByteArray();
    }
  }

  static <T> ResponseReader<T> of(Function<RestAnswer, T> reader) {
    return of(reader, ErrorBody::read);
  }

  /**
   * Reads an answer whose refusals have a form of their own.
   *
   * @param refusal returns what the body of a refusal tells; empty for an unknown form
   */
  public static <T> ResponseReader<T> of(
      Function<RestAnswer, T> reader, Function<byte[], Optional<ErrorBody>> refusal) {
    return (response, body) -> collected(body)
        .map(bytes -> {
          if (!Refusal.isSuccess(response)) {
            throw RestRefusal.of(response, refusal.apply(bytes.array()));
          }
          return List.of(read(new RestAnswer(response.responseHeaders(), bytes), reader));
        })
        .flux();
  }

  /** Reads a refusal to its end and fails with what it tells. */
  static <T> Flux<T> refused(HttpClientResponse response, Flux<ByteBuf> body) {
    return collected(body)
        .flatMapMany(bytes -> Flux.error(RestRefusal.of(response, ErrorBody.read(bytes.array()))));
  }

  /** Reads the answer to a request for a list. */
  static <T> ResponseReader<ResultSegment<T>> segment(ValueList.Element<T> element) {
    return of(answer -> new ResultSegment<>(
        ValueList.read(answer.body().array(), element), SegmentToken.of(answer.headers())));
  }

  /** Reads the answer to a single write. */
  static ResponseReader<WriteResult> result(Write write) {
    return of(answer -> {
      var result = resultOf(write, answer.headers().get(HttpHeaderNames.ETAG, ""));
      return write instanceof Write.Change change && change.isAnsweredWithEntity()
          ? new WriteResult(result.timestampTicks(), images(answer.body().array()))
          : result;
    });
  }

  /**
   * Reads the entities of the answer to a change: the one after it, then the one before it if there
   * is one.
   */
  static WriteResult.Images images(byte[] body) {
    var entities = ValueList.read(
        body, (source, offset, length) -> EntityReader.stored(source, offset, length, null));
    if (entities.isEmpty() || entities.size() > 2) {
      throw unexpected("change", "entities=" + entities.size());
    }
    return new WriteResult.Images(
        entities.stream().skip(1).findFirst(), Optional.of(entities.get(0)));
  }

  /** Returns the result of a write, from the ETag in its answer. */
  static WriteResult resultOf(Write write, String tag) {
    return write instanceof Write.Delete ? WriteResult.REMOVED : stored(tag);
  }

  /** Returns the result of a write that stored an entity, from the ETag in its answer. */
  static WriteResult stored(String tag) {
    return read(
        tag,
        text -> new WriteResult(
            new ETag(text).timestamp().orElseThrow(() -> unexpected("etag", text))));
  }

  static ServiceFailedException unexpected(String what, String facts) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, UNEXPECTED + what + " " + facts, null);
  }

  /** Reads a part of an answer. Fails with {@code InternalError} if it has another form. */
  static <S, T> T read(S source, Function<S, T> reader) {
    try {
      return reader.apply(source);
    } catch (InvalidRequestException e) {
      throw unexpected(UNREADABLE, e.facts());
    }
  }

  /** Returns whether a request failed because its answer has another form. */
  static boolean isUnreadable(Throwable failure) {
    return failure instanceof ServiceFailedException failed
        && failed.facts().startsWith(UNEXPECTED + UNREADABLE);
  }

  private static Mono<Bytes> collected(Flux<ByteBuf> body) {
    return body.collect(ByteArrayOutputStream::new, RestAnswer::append).map(Bytes::new);
  }

  private static void append(ByteArrayOutputStream collected, ByteBuf chunk) {
    if (collected.size() + chunk.readableBytes() > MOST_BYTES) {
      throw unexpected("tooLong", "limit=" + MOST_BYTES);
    }
    var bytes = new byte[chunk.readableBytes()];
    chunk.readBytes(bytes);
    collected.writeBytes(bytes);
  }
}
