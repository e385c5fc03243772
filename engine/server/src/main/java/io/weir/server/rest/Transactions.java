package io.weir.server.rest;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.multipart.Heads;
import io.weir.server.multipart.HttpMessage;
import io.weir.server.multipart.MultipartWriter;
import io.weir.server.multipart.Part;
import io.weir.server.multipart.Parts;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/**
 * Entity group transactions: one change set of writes to one partition, or a single read.
 *
 * <p>The answer is 202 with a part for each operation. When an operation fails nothing is stored, and the only part is what that
 * operation is answered, its text beginning with its number. A body that is no transaction fails with {@code InvalidInput}; what is
 * the service's fault, or may be tried again, fails the request as a whole. Made for one request. Source: the public REST
 * documentation, "Performing entity group transactions".
 */
final class Transactions {

  private static final int SERVERS_FAULT = 500;

  private final HttpExchange exchange;
  private final MultipartWriter writer;

  Transactions(HttpExchange exchange) {
    this.exchange = exchange;
    this.writer = MultipartWriter.of(exchange.request().head().id());
  }

  Mono<HttpReply> run() {
    var type = exchange.request().head().contentType();
    if (!type.name().equals(Parts.MULTIPART)) {
      throw new InvalidRequestException(
          ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "supported=" + Parts.MULTIPART);
    }
    return exchange
        .body()
        .map(body -> onlyPart(Parts.of(type, Unpooled.wrappedBuffer(body), 2)))
        .flatMap(part ->
            part.contentType().name().equals(Parts.MULTIPART) ? changeSet(part) : read(part))
        .onErrorResume(TableServiceException.class, this::failed);
  }

  private static Part onlyPart(List<Part> parts) {
    if (parts.size() != 1) {
      throw malformed("oneChangeSetOrRead");
    }
    return parts.get(0);
  }

  private Mono<HttpReply> changeSet(Part part) {
    var writes = asked(Parts.of(part.contentType(), part.content(), Batch.MAX_WRITES + 1));
    var batch = new Batch(writes.stream().map(AskedWrite::write).toList());
    return exchange
        .tables()
        .submit(tableOf(writes), batch)
        .map(results -> accepted(answers(writes, results)));
  }

  private List<AskedWrite> asked(List<Part> parts) {
    var writes = new ArrayList<AskedWrite>();
    var heads = new Heads();
    for (var part : parts) {
      var message = HttpMessage.read(part, heads);
      try {
        writes.add(asked(message));
      } catch (TableServiceException e) {
        throw e.atOperation(writes.size());
      }
    }
    return writes;
  }

  private AskedWrite asked(HttpMessage message) {
    var request = requestOf(message);
    return write(request).with(message.body());
  }

  private static AskedWrite.WithoutBody write(TableRequest request) {
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

  /** Fails with {@code CommandsInBatchActOnDifferentPartitions} when there are several: tables share no partition. */
  private static TableName tableOf(List<AskedWrite> writes) {
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

  private static List<HttpReply> answers(List<AskedWrite> writes, List<WriteResult> results) {
    return IntStream.range(0, writes.size())
        .mapToObj(i -> writes.get(i).answer().apply(results.get(i)))
        .toList();
  }

  private Mono<HttpReply> read(Part part) {
    var request = requestOf(HttpMessage.read(part, new Heads()));
    if (request.verb() != Verb.GET) {
      throw malformed("changeSetOrGet");
    }
    return Mono.defer(() -> answerOf(request))
        .onErrorResume(
            TableServiceException.class,
            failure ->
                isAnswer(failure) ? Mono.just(exchange.failed(failure)) : Mono.error(failure))
        .map(this::single);
  }

  /** What is wrong with a read is its answer, as with writes; what is the service's fault is not. */
  private static boolean isAnswer(TableServiceException failure) {
    return failure.code().status() < SERVERS_FAULT;
  }

  private Mono<HttpReply> answerOf(TableRequest request) {
    var reads = new EntityReads(request, exchange.tables());
    var resource = request.resource();
    if (resource instanceof Resource.EntityAt entity) {
      return reads.get(entity);
    }
    if (resource instanceof Resource.Table table) {
      return reads.query(table.table());
    }
    throw malformed("readOfEntities");
  }

  private TableRequest requestOf(HttpMessage message) {
    return exchange.request().within(message.method(), message.target(), message.headers());
  }

  /** What is wrong with an operation is that operation's answer; a table that is not there is missed by the first. */
  private Mono<HttpReply> failed(TableServiceException failure) {
    var ofOperation = failure.failedOperation() != TableServiceException.NO_OPERATION;
    if (!isAnswer(failure)) {
      return Mono.error(failure);
    }
    if (!ofOperation && failure.code() != ErrorCode.TABLE_NOT_FOUND) {
      return Mono.error(failure);
    }
    return Mono.fromCallable(
        () -> accepted(List.of(exchange.failed(ofOperation ? failure : failure.atOperation(0)))));
  }

  private HttpReply accepted(List<HttpReply> answers) {
    return HttpReply.of(
        HttpResponseStatus.ACCEPTED,
        writer.contentType(),
        allocator -> writer.changeSet(answers, allocator));
  }

  private HttpReply single(HttpReply answer) {
    return HttpReply.of(
        HttpResponseStatus.ACCEPTED,
        writer.contentType(),
        allocator -> writer.single(answer, allocator));
  }

  private static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " in=transaction");
  }
}
