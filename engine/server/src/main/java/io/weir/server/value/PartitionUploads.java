package io.weir.server.value;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.UnfinishedUpload;
import io.weir.api.json.UploadJson;
import io.weir.pattern.large.LargeValues;
import io.weir.pattern.large.ValueUpload;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.Access;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The unfinished uploads of a partition: {@code /ACCOUNT/T/$uploads?partition=p}. Created per
 * request.
 *
 * <p>The rows are read and removed with the sender's own rights. A signature for a range of keys
 * lists the uploads whose own row is in the range, and collects those all of whose rows are: the
 * removal of a part would leave chunks that no row names.
 */
final class PartitionUploads {

  /** Most uploads in a list. */
  static final int MOST = 1_000;

  private final HttpExchange exchange;
  private final TableRequest request;
  private final TableName table;
  private final LargeValues values;
  private final String partitionKey;

  PartitionUploads(HttpExchange exchange) {
    this.exchange = exchange;
    this.request = exchange.request();
    this.table = ((Resource.TableAction) request.resource()).table();
    this.values = LargeValues.of(exchange.tables(), table);
    this.partitionKey = request.options().get("partition", "");
    if (!request.options().has("partition")) {
      throw new InvalidRequestException(
          ErrorCode.MISSING_REQUIRED_QUERY_PARAMETER, "option=partition expected=PartitionKey");
    }
  }

  Mono<HttpReply> list() {
    return listed(values.uploads(partitionKey));
  }

  /** Returns the list of the first {@value #MOST} uploads. */
  static Mono<HttpReply> listed(Flux<ValueUpload> uploads) {
    return uploads
        .take(MOST)
        .map(PartitionUploads::row)
        .collectList()
        .map(rows ->
            HttpReply.json(HttpResponseStatus.OK, body -> body.writeBytes(UploadJson.list(rows))));
  }

  /**
   * Removes the uploads, and the replaced values that a crash has left, that were last written
   * longer ago than the {@code age}.
   */
  Mono<HttpReply> collect() {
    return values
        .collect(partitionKey, age(), this::isCovered)
        .map(collected -> HttpReply.json(
            HttpResponseStatus.OK, body -> body.writeBytes(UploadJson.collected(collected))));
  }

  private boolean isCovered(ValueUpload upload) {
    return exchange.covers(table, upload.key(), Access.Use.READ)
        && exchange.covers(table, upload.firstRow(), Access.Use.DELETE)
        && exchange.covers(table, upload.lastRow(), Access.Use.DELETE);
  }

  private Duration age() {
    var text = request.options().get("age", Housekeeping.ABANDONED.toString());
    try {
      var age = Duration.parse(text);
      if (!age.isNegative()) {
        return age;
      }
    } catch (DateTimeParseException e) {
      throw badAge();
    }
    throw badAge();
  }

  private static InvalidRequestException badAge() {
    return new InvalidRequestException(
        ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=age expected=durationSuchAsPT12H");
  }

  private static UnfinishedUpload row(ValueUpload upload) {
    return new UnfinishedUpload(
        upload.generation(),
        upload.key(),
        upload.position(),
        upload.contentType(),
        upload.content().sha256(),
        upload.lastStored());
  }
}
