package io.weir.server.rest;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccountName;
import io.weir.api.Outbox;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.wire.Dialect;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.queue.MessagePut;
import io.weir.server.request.RequestTimeout;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/**
 * Entity group transactions: a change set of writes to one partition, or a single read.
 *
 * <p>With the header {@code x-weir-scope: account} a change set is a
 * {@link io.weir.api.JointCommit}: it may span partitions and tables, has up to 1,000 operations,
 * and may contain checks. A check is a {@code HEAD} of an entity, either with {@code If-Match}, or
 * with {@code If-None-Match: *} for an entity that must be absent. After these operations it may
 * have up to 100 messages, each a {@code POST /QUEUE/messages} as on the port of queues. This is an
 * extension.
 *
 * <p>The response is 202 with one part per operation. If an operation fails, nothing is stored; the
 * response then has one part, the error of that operation, whose text begins with the operation's
 * index. A malformed body fails with {@code InvalidInput}. A server error or a retryable failure
 * fails the whole request.
 *
 * <p>Created per request. Source: the public REST documentation, "Performing entity group
 * transactions".
 */
final class Transactions {

  private static final int FIRST_SERVER_ERROR = 500;

  private final HttpExchange exchange;
  private final Function<AccountName, Outbox> outbox;
  private final MultipartWriter writer;
  private final boolean joint;

  /** @param outbox returns the commits of writes and messages together of an account */
  Transactions(HttpExchange exchange, Function<AccountName, Outbox> outbox) {
    this.exchange = exchange;
    this.outbox = outbox;
    this.joint = isJoint(exchange.request());
    this.writer = MultipartWriter.of(exchange.request().head().id());
  }

  private static boolean isJoint(TableRequest request) {
    var scope = request.head().headers().get(Dialect.SCOPE_HEADER);
    if (scope != null && !scope.equals(Dialect.ACCOUNT_SCOPE)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE,
          "header=" + Dialect.SCOPE_HEADER + " expected=" + Dialect.ACCOUNT_SCOPE);
    }
    return scope != null;
  }

  Mono<HttpReply> run() {
    var type = exchange.request().head().contentType();
    if (!type.name().equals(MultipartReader.MULTIPART)) {
      throw new InvalidRequestException(
          ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "supported=" + MultipartReader.MULTIPART);
    }
    var content = exchange.body();
    return (joint ? content.longWhole() : content.whole())
        .map(body -> onlyPart(MultipartReader.read(type, Unpooled.wrappedBuffer(body), 2)))
        .flatMap(part -> part.contentType().name().equals(MultipartReader.MULTIPART)
            ? joint ? jointCommit(part) : changeSet(part)
            : read(part))
        .onErrorResume(TableServiceException.class, this::failureReply);
  }

  private static Part onlyPart(List<Part> parts) {
    if (parts.size() != 1) {
      throw malformed("oneChangeSetOrRead");
    }
    return parts.get(0);
  }

  private Mono<HttpReply> changeSet(Part part) {
    var parts = MultipartReader.read(part.contentType(), part.content(), Batch.MAX_WRITES + 1);
    var writes = requested(parts, this::requestedWrite);
    var batch = new Batch(writes.stream().map(RequestedWrite::write).toList());
    return exchange
        .tables()
        .submit(tableOf(writes), batch)
        .map(results -> accepted(replies(writes, results)));
  }

  private Mono<HttpReply> jointCommit(Part part) {
    var parts = MultipartReader.read(part.contentType(), part.content(), JointParts.MOST + 1);
    var joint = new JointParts();
    var unused = requested(parts, message -> add(message, joint));
    return committed(joint).map(this::accepted);
  }

  /** Messages need an account key: a signature for tables says nothing about queues. */
  private Mono<List<HttpReply>> committed(JointParts parts) {
    if (!parts.hasMessages()) {
      return exchange.tables().commit(parts.writes()).map(parts::replies);
    }
    exchange.requireOwner();
    var request = exchange.request();
    var commit = parts.commit(outbox.apply(request.account()));
    return RequestTimeout.of(request.head(), exchange.loop())
        .map(timeout -> timeout.bound(commit))
        .orElse(commit);
  }

  private JointParts add(EmbeddedRequest message, JointParts parts) {
    var head = exchange.request().headWithin(message.method(), message.target(), message.headers());
    if (MessagePut.isNamedBy(head)) {
      var put = MessagePut.of(head);
      return parts.add(new AddressedMessage(put.queue(), put.message(message.body())));
    }
    var request = exchange.request().of(head);
    return parts.add(
        request.verb() == Verb.HEAD && request.resource() instanceof Resource.EntityAt entity
            ? RequestedOperation.check(Preconditions.check(request, entity))
            : RequestedOperation.of(write(request).with(message.body())));
  }

  /** Parses the request in each part. A failure names its operation. */
  private static <T> List<T> requested(List<Part> parts, Function<EmbeddedRequest, T> parser) {
    var operations = new ArrayList<T>();
    var heads = new HeaderReader();
    for (var part : parts) {
      var message = EmbeddedRequest.read(part, heads);
      try {
        operations.add(parser.apply(message));
      } catch (TableServiceException e) {
        throw e.atOperation(operations.size());
      }
    }
    return operations;
  }

  private RequestedWrite requestedWrite(EmbeddedRequest message) {
    var request = requestOf(message);
    return write(request).with(message.body());
  }

  private static RequestedWrite.AwaitingBody write(TableRequest request) {
    var writes = new EntityWrites(request);
    var resource = request.resource();
    if (resource instanceof Resource.Table table && request.verb() == Verb.POST) {
      return writes.insert(table.table());
    }
    if (resource instanceof Resource.EntityAt entity) {
      return switch (request.verb()) {
        case PUT -> writes.replace(entity);
        case MERGE, PATCH -> writes.merge(entity);
        case DELETE -> writes.delete(entity);
        default -> throw malformed("writeOfAnEntity");
      };
    }
    throw malformed("writeOfAnEntity");
  }

  /**
   * Returns the table of all writes. Fails with {@code CommandsInBatchActOnDifferentPartitions} if
   * there are several.
   */
  private static TableName tableOf(List<RequestedWrite> writes) {
    var first = writes.get(0).table();
    for (var i = 1; i < writes.size(); i++) {
      if (!writes.get(i).table().equals(first)) {
        throw new InvalidRequestException(
                ErrorCode.COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS, "")
            .atOperation(i);
      }
    }
    return first;
  }

  private static List<HttpReply> replies(List<RequestedWrite> writes, List<WriteResult> results) {
    return IntStream.range(0, writes.size())
        .mapToObj(i -> writes.get(i).response().apply(results.get(i)))
        .toList();
  }

  private Mono<HttpReply> read(Part part) {
    var request = requestOf(EmbeddedRequest.read(part, new HeaderReader()));
    if (request.verb() != Verb.GET) {
      throw malformed("changeSetOrGet");
    }
    return Mono.defer(() -> readReply(request))
        .onErrorResume(
            TableServiceException.class,
            failure ->
                isClientError(failure) ? Mono.just(exchange.failed(failure)) : Mono.error(failure))
        .map(this::single);
  }

  /**
   * Returns whether the failure belongs into a part of the response. A server error fails the whole
   * request instead.
   */
  private static boolean isClientError(TableServiceException failure) {
    return failure.code().status() < FIRST_SERVER_ERROR;
  }

  private Mono<HttpReply> readReply(TableRequest request) {
    var reads = new EntityReads(request, exchange.tables());
    var resource = request.resource();
    if (resource instanceof Resource.EntityAt entity) {
      return reads.get(entity);
    }
    if (resource instanceof Resource.Table table) {
      return reads.query(table.table());
    }
    if (resource instanceof Resource.Partition partition) {
      return reads.query(partition.table());
    }
    throw malformed("readOfEntities");
  }

  private TableRequest requestOf(EmbeddedRequest message) {
    return exchange.request().within(message.method(), message.target(), message.headers());
  }

  /**
   * Returns the response to a failed transaction. The error of an operation becomes its part. A
   * missing table is reported for the first operation.
   */
  private Mono<HttpReply> failureReply(TableServiceException failure) {
    var ofOperation = failure.failedOperation() != TableServiceException.NO_OPERATION;
    if (!isClientError(failure)) {
      return Mono.error(failure);
    }
    if (!ofOperation && failure.code() != ErrorCode.TABLE_NOT_FOUND) {
      return Mono.error(failure);
    }
    return Mono.fromCallable(
        () -> accepted(List.of(exchange.failed(ofOperation ? failure : failure.atOperation(0)))));
  }

  private HttpReply accepted(List<HttpReply> replies) {
    return HttpReply.of(
        HttpResponseStatus.ACCEPTED,
        writer.contentType(),
        allocator -> writer.changeSet(replies, allocator));
  }

  private HttpReply single(HttpReply reply) {
    return HttpReply.of(
        HttpResponseStatus.ACCEPTED,
        writer.contentType(),
        allocator -> writer.single(reply, allocator));
  }

  static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " in=transaction");
  }
}
