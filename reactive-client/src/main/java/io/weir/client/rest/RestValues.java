package io.weir.client.rest;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.UnfinishedUpload;
import io.weir.api.json.UploadJson;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import io.weir.client.exchange.ResponseReader;
import io.weir.client.transport.Attempt;
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

/** The requests of large values and of their uploads. Each is sent once. Any thread. */
public final class RestValues {

  private static final String ANY = "*/*";
  private static final String JSON = "application/json";
  private static final String DIGEST = "repr-digest";
  private static final String LENGTH = "content-length";
  private static final String IF_MATCH = "if-match";
  private static final String OFFSET = "upload-offset";
  private static final String PART = "application/partial-upload";
  private static final int CREATED = 201;

  /** The service reads the stored part once before it takes the rest: at least so fast. */
  private static final long CHECKED_BYTES_A_SECOND = 8 << 20;

  /** Time in which the service may collect the uploads of a partition before it answers. */
  private static final Duration COLLECTION = Duration.ofMinutes(10);

  private static final ResponseReader<ValueHead> HEAD =
      RestAnswer.of(answer -> head(answer.headers()));
  private static final ResponseReader<UUID> BEGUN =
      RestAnswer.of(answer -> id(answer.headers().get("location", "")));
  private static final ResponseReader<Long> STORED =
      RestAnswer.of(answer -> number(answer.headers(), OFFSET));
  private static final ResponseReader<List<UnfinishedUpload>> LIST =
      RestAnswer.of(answer -> UploadJson.readList(answer.body().array()));
  private static final ResponseReader<Long> COLLECTED =
      RestAnswer.of(answer -> UploadJson.readCollected(answer.body().array()));

  /** Reads whether a value was created or replaced. */
  private static final ResponseReader<UploadEnd> END = (response, body) -> RestAnswer.DONE
      .read(response, body)
      .map(done ->
          List.of(response.status().code() == CREATED ? UploadEnd.CREATED : UploadEnd.REPLACED));

  private final Attempt attempt;
  private final Addresses addresses;

  /**
   * The values of an account at a path, which has its slash and is empty if the host name contains
   * the account.
   */
  public RestValues(Attempt attempt, String path) {
    this.attempt = attempt;
    this.addresses = new Addresses(path);
  }

  public Mono<ValueHead> head(ValueName value) {
    return send(request(HttpMethod.HEAD, at(value), new QueryText(), ANY), HEAD);
  }

  private static ValueHead head(HttpHeaders headers) {
    return new ValueHead(
        number(headers, LENGTH),
        headers.get("content-type", ""),
        headers.get("etag", ""),
        headers.get(DIGEST, ""));
  }

  /** Emits the bytes of a version from an offset to its end. */
  public Flux<ByteBuffer> read(ValueName value, String tag, long from) {
    var whole = request(HttpMethod.GET, at(value), new QueryText(), ANY).with(IF_MATCH, tag);
    return from == 0
        ? attempt.send(whole, ValuePart.from(0))
        : attempt.send(whole.with("range", "bytes=" + from + "-"), ValuePart.from(from));
  }

  public Mono<Boolean> delete(ValueName value) {
    return send(request(HttpMethod.DELETE, at(value), new QueryText(), ANY), RestAnswer.DONE);
  }

  public Mono<UUID> begin(ValueName value, UploadTerms terms) {
    var request = request(HttpMethod.POST, at(value), upload(), ANY)
        .with(DIGEST, terms.sha256().header())
        .with(LENGTH, "0");
    return send(
        conditional(
            terms.contentType().isEmpty()
                ? request
                : request.with("content-type", terms.contentType()),
            terms),
        BEGUN);
  }

  /** Returns how many bytes of an upload are stored. */
  public Mono<Long> offset(ValueName value, UUID id) {
    return send(request(HttpMethod.HEAD, at(value), upload(id), ANY), STORED);
  }

  /**
   * Sends the bytes from an offset on and makes the upload the value. Fails with
   * {@link ContentFailure} if the source does.
   */
  public Mono<UploadEnd> finish(
      ValueName value, UUID id, UploadTerms terms, ValueSource source, long offset) {
    return Mono.defer(() -> {
      var length = source.lengthBytes() - offset;
      var body = PatientBody.of(
          length == 0 ? Flux.empty() : exactly(length, source.from(offset)),
          Duration.ofSeconds(offset / CHECKED_BYTES_A_SECOND));
      var request = request(HttpMethod.PATCH, at(value), upload(id), ANY)
          .with(DIGEST, terms.sha256().header())
          .with(OFFSET, Long.toString(offset))
          .with("upload-complete", "?1")
          .with(LENGTH, Long.toString(length))
          .with(body, PART);
      return patiently(conditional(request, terms), END, body).onErrorMap(body::explain);
    });
  }

  /**
   * Fails if the source has another number of bytes than it said: the service would wait for the
   * rest.
   */
  private static Flux<ByteBuffer> exactly(long length, Flux<ByteBuffer> content) {
    return Flux.defer(() -> {
      var left = new long[] {length};
      return content
          .doOnNext(part -> left[0] -= requireAtMost(left[0], part.remaining()))
          .concatWith(Mono.defer(() -> left[0] == 0 ? Mono.empty() : Mono.error(changed(left[0]))));
    });
  }

  private static int requireAtMost(long left, int more) {
    if (more > left) {
      throw changed(left - more);
    }
    return more;
  }

  private static InvalidRequestException changed(long missing) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "source=changed missingBytes=" + missing);
  }

  public Mono<List<UnfinishedUpload>> uploads(ValueName value) {
    var options = new QueryText().add("comp", "uploads");
    return send(request(HttpMethod.GET, at(value), options, JSON), LIST);
  }

  public Mono<List<UnfinishedUpload>> uploads(TableName table, String partitionKey) {
    return send(request(HttpMethod.GET, uploadsOf(table), partition(partitionKey), JSON), LIST);
  }

  public Mono<Long> collect(TableName table, String partitionKey, Duration age) {
    return Mono.defer(() -> {
      var patience = PatientBody.none(COLLECTION);
      var options = partition(partitionKey).add("age", age.toString());
      var request = request(HttpMethod.DELETE, uploadsOf(table), options, JSON)
          .with(LENGTH, "0")
          .with(patience);
      return patiently(request, COLLECTED, patience);
    });
  }

  private static OutboundRequest conditional(OutboundRequest request, UploadTerms terms) {
    return terms.ifMatch().map(tag -> request.with(IF_MATCH, tag)).orElse(request);
  }

  private String at(ValueName value) {
    var path = addresses.action(value.table(), value.key(), "$value");
    return value.name().isEmpty() ? path : path + "/" + QueryText.encoded(value.name());
  }

  private String uploadsOf(TableName table) {
    return addresses.action(table, "$uploads");
  }

  private static QueryText partition(String key) {
    return new QueryText().add("partition", key);
  }

  private static QueryText upload() {
    return new QueryText().add("comp", "upload");
  }

  private static QueryText upload(UUID id) {
    return upload().add("id", id.toString());
  }

  private <T> Mono<T> send(OutboundRequest request, ResponseReader<T> answer) {
    return attempt.send(request, answer).next();
  }

  private <T> Mono<T> patiently(
      OutboundRequest request, ResponseReader<T> answer, PatientBody body) {
    return attempt.transport().watched(attempt.send(request, answer), body).next();
  }

  private static OutboundRequest request(
      HttpMethod method, String path, QueryText options, String accepted) {
    return OutboundRequest.of(Protocol.HTTP_1, method, path, options.text(), accepted);
  }

  private static UUID id(String location) {
    try {
      return UUID.fromString(location.substring(location.lastIndexOf('=') + 1));
    } catch (IllegalArgumentException e) {
      throw RestAnswer.unexpected("header", "location expected=idOfUpload");
    }
  }

  private static long number(HttpHeaders headers, String name) {
    try {
      return Long.parseLong(headers.get(name, ""));
    } catch (NumberFormatException e) {
      throw RestAnswer.unexpected("header", name + " expected=number");
    }
  }
}
