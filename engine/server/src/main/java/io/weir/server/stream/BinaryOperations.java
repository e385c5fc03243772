package io.weir.server.stream;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.JointCommit;
import io.weir.api.Operation;
import io.weir.api.Page;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import io.weir.server.rest.QueryReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The operations of the binary dialect, by resource and verb. Belongs to one request. */
final class BinaryOperations implements Resource.Handler<Mono<Void>> {

  private static final List<Frame> WORKING = List.of(new Frame.Item(
      new StreamItem.Progress(Continuation.at(new EntityKey("", ""), Direction.ASCENDING), 0)));

  private final HttpExchange exchange;
  private final TableRequest request;
  private final TableService tables;
  private final FrameReplies answer;

  BinaryOperations(HttpExchange exchange, FrameReplies answer) {
    this.exchange = exchange;
    this.request = exchange.request();
    this.tables = exchange.tables();
    this.answer = answer;
  }

  @Override
  public Mono<Void> table(Resource.Table resource) {
    if (request.verb() == Verb.DELETE) {
      exchange.operation(Operation.DELETE_RANGE.text());
      return tables
          .deleteRange(resource.table(), QueryReader.keys(request.options()))
          .then(Mono.defer(answer::nothing));
    }
    return query(resource.table());
  }

  @Override
  public Mono<Void> partition(Resource.Partition resource) {
    return query(resource.table());
  }

  private Mono<Void> query(TableName table) {
    require(Verb.GET);
    if (QueryReader.isAggregated(request.options())) {
      return aggregate(table);
    }
    var query = StreamQuery.read(request);
    if (request.options().get(Dialect.PAGE, "").equals("true")) {
      exchange.operation(Operation.QUERY_ENTITIES.text());
      return tables.page(table, query).flatMap(page -> page(page, BinaryOperations::row));
    }
    exchange.operation(Operation.STREAM_ENTITIES.text());
    return Mono.from(
        StreamReplies.answer(exchange, table, query, FrameChunkEncoder.BINARY, Dialect.BINARY));
  }

  /**
   * Answers as with a page that has no next one: the groups, End. Reports of progress come before
   * them while the service works for long; their positions mean nothing.
   */
  private Mono<Void> aggregate(TableName table) {
    exchange.operation(Operation.AGGREGATE_ENTITIES.text());
    var aggregation = QueryReader.aggregation(request.options());
    var query = StreamQuery.read(request, QueryReader.withoutApply(request.options()));
    var work = tables
        .aggregate(table, query, aggregation)
        .map(answer -> new Page<>(answer.groups(), null, answer.report()));
    return ReportedWork.of(work, exchange.loop())
        .switchOnFirst((first, all) -> {
          var soon = first.get(); // null for a failure
          return soon != null && soon.isEmpty()
              ? late(all)
              : all.next().flatMap(page -> page(page.orElseThrow(), BinaryOperations::row));
        })
        .then();
  }

  private Publisher<Void> late(Flux<Optional<Page<Entity>>> reports) {
    var frames = reports.concatMapIterable(
        page -> page.map(answer -> frames(answer, BinaryOperations::row)).orElse(WORKING), 1);
    return StreamReplies.answerFrames(exchange, frames, FrameChunkEncoder.BINARY, Dialect.BINARY);
  }

  private static Frame row(Entity entity) {
    return new Frame.Item(new StreamItem.Row(entity));
  }

  @Override
  public Mono<Void> entity(Resource.EntityAt resource) {
    require(Verb.GET);
    exchange.operation(Operation.GET_ENTITY.text());
    return tables
        .get(resource.table(), resource.key(), QueryReader.selection(request.options()))
        .switchIfEmpty(Mono.error(BinaryOperations::absent))
        .flatMap(entity -> answer.frame(row(entity)));
  }

  @Override
  public Mono<Void> tables(Resource.Tables resource) {
    if (request.verb() == Verb.POST) {
      return createTable();
    }
    require(Verb.GET);
    exchange.operation(Operation.QUERY_TABLES.text());
    return tables
        .tables(QueryReader.ofTables(request.options(), StreamQuery.read(request)))
        .flatMap(page -> page(page, Frame.Table::new));
  }

  @Override
  public Mono<Void> tableEntry(Resource.TableEntry resource) {
    if (request.verb() == Verb.DELETE) {
      exchange.operation(Operation.DELETE_TABLE.text());
      return tables.deleteTable(resource.table()).then(Mono.defer(answer::nothing));
    }
    require(Verb.GET);
    exchange.operation(Operation.GET_TABLE.text());
    return tables
        .table(resource.table())
        .switchIfEmpty(Mono.error(BinaryOperations::absent))
        .flatMap(name -> answer.frame(new Frame.Table(name)));
  }

  @Override
  public Mono<Void> tableAction(Resource.TableAction resource) {
    if (ChangeRequest.isNamedBy(request)) {
      return changes();
    }
    require(Verb.POST);
    return switch ("$" + resource.name()) {
      case Dialect.WRITE -> write(resource.table());
      case Dialect.BATCH -> submit(resource.table());
      default -> throw notHere();
    };
  }

  @Override
  public Mono<Void> service(Resource.Service resource) {
    throw notHere();
  }

  @Override
  public Mono<Void> accountAction(Resource.AccountAction resource) {
    if (ChangeRequest.isNamedBy(request)) {
      return changes();
    }
    require(Verb.POST);
    return switch ("$" + resource.name()) {
      case Dialect.COMMIT -> commit();
      case Dialect.GET_ALL -> getAll();
      default -> throw notHere();
    };
  }

  @Override
  public Mono<Void> consumer(Resource.Consumer resource) {
    throw notHere();
  }

  @Override
  public Mono<Void> value(Resource.ValueAt resource) {
    throw notHere();
  }

  private Mono<Void> changes() {
    return Mono.from(StreamReplies.changes(exchange, FrameChunkEncoder.BINARY, Dialect.BINARY));
  }

  private Mono<Void> createTable() {
    exchange.operation(Operation.CREATE_TABLE.text());
    return RequestFrames.one(exchange.body().kept(), RequestFrame.TABLE, Dialect.WRITE_BYTES)
        .flatMap(tables::createTable)
        .then(Mono.defer(answer::nothing));
  }

  private Mono<Void> write(TableName table) {
    exchange.operation(Operation.WRITE_ENTITY.text());
    return RequestFrames.one(exchange.body().kept(), RequestFrame.WRITE, Dialect.WRITE_BYTES)
        .flatMap(write -> tables.write(table, write))
        .flatMap(result -> answer.frame(new Frame.Result(result)));
  }

  private Mono<Void> submit(TableName table) {
    exchange.operation(Operation.BATCH.text());
    return RequestFrames.list(
            exchange.body().kept(), RequestFrame.WRITE, Dialect.BATCH_BYTES, Batch.MAX_WRITES)
        .flatMap(writes -> tables.submit(table, new Batch(writes)))
        .flatMap(this::results);
  }

  private Mono<Void> commit() {
    exchange.operation(Operation.JOINT_COMMIT.text());
    return RequestFrames.list(
            exchange.body().kept(),
            RequestFrame.OPERATION,
            Dialect.COMMIT_BYTES,
            JointCommit.MAX_OPERATIONS)
        .flatMap(operations -> tables.commit(new JointCommit(operations)))
        .flatMap(this::results);
  }

  private Mono<Void> results(List<WriteResult> results) {
    return answer.frames(results.stream().<Frame>map(Frame.Result::new).toList());
  }

  private Mono<Void> getAll() {
    exchange.operation(Operation.GET_ALL_ENTITIES.text());
    return RequestFrames.list(
            exchange.body().kept(),
            RequestFrame.ADDRESS,
            Dialect.GET_ALL_BYTES,
            TableService.MAX_KEYS)
        .flatMap(tables::getAll)
        .flatMap(
            found -> answer.frames(found.stream().map(BinaryOperations::found).toList()));
  }

  private static Frame found(Optional<Entity> entity) {
    return entity
        .<Frame>map(each -> new Frame.Item(new StreamItem.Row(each)))
        .orElseGet(() -> new Frame.Failure(absent()));
  }

  /** Answers a page: rows or tables, Progress if there is a next page, End. */
  private <T> Mono<Void> page(Page<T> page, Function<T, Frame> frameOf) {
    return answer.page(frames(page, frameOf), page.report());
  }

  private static <T> List<Frame> frames(Page<T> page, Function<T, Frame> frameOf) {
    var frames = new ArrayList<Frame>(page.items().size() + 2);
    page.items().forEach(item -> frames.add(frameOf.apply(item)));
    if (page.next() != null) {
      frames.add(
          new Frame.Item(new StreamItem.Progress(page.next(), page.report().scanned())));
    }
    frames.add(new Frame.Item(new StreamItem.End(page.report())));
    return frames;
  }

  private void require(Verb verb) {
    if (request.verb() != verb) {
      throw new InvalidRequestException(ErrorCode.METHOD_NOT_ALLOWED, "verb=" + request.verb());
    }
  }

  private static NotFoundException absent() {
    return new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "");
  }

  private static InvalidRequestException notHere() {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "dialect=" + Dialect.BINARY);
  }
}
