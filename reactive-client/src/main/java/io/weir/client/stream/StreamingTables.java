package io.weir.client.stream;

import io.weir.api.Aggregates;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.ForwardingTables;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.wire.Frame;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.rest.RestTables;
import io.weir.client.transport.Attempt;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The streaming dialect: operations as frames, each sent once. Point reads, single writes and joint
 * commits use {@link io.weir.client.stream.Pipelining pipelines}.
 *
 * <p>Any thread. A stream or page that breaks off fails with {@link IOException}, a stream that the
 * service ends at a limit with {@link StreamLimitReached}, everything else as its sender does.
 * {@link io.weir.client.stream.BulkWrites} carries out bulk writes.
 */
final class StreamingTables extends ForwardingTables {

  private final Attempt attempt;
  private final StreamingRequests requests;
  private final Pipelining pipelining;

  /**
   * @param rest carries out what has no frames: indexes, expiry, settings of feeds and consumers
   */
  StreamingTables(
      Attempt attempt, StreamingRequests requests, Pipelining pipelining, RestTables rest) {
    super(rest);
    this.attempt = attempt;
    this.requests = requests;
    this.pipelining = pipelining;
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return nothing(requests.createTable(table));
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return nothing(requests.deleteTable(table));
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return one(requests.table(table), ExpectedFrame.TABLE);
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return page(requests.tables(query), PageReader::tables);
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    var alone = Mono.defer(() -> one(requests.get(table, key, selection), ExpectedFrame.ENTITY));
    return pipelining.read(attempt, table, key, selection, alone);
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    var alone = Mono.defer(() -> one(requests.write(table, write), ExpectedFrame.RESULT));
    return pipelining.write(attempt, table, write, alone);
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return several(
        requests.submit(table, batch), ExpectedFrame.RESULT, batch.writes().size());
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    var alone = Mono.defer(() -> several(
        requests.commit(commit), ExpectedFrame.RESULT, commit.operations().size()));
    return pipelining
        .commit(attempt, commit, alone)
        .map(results -> requireCount(results, commit.operations().size()));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.defer(() -> several(requests.getAll(keys), ExpectedFrame.FOUND, keys.size()));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return nothing(requests.deleteRange(table, keys));
  }

  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return page(requests.aggregate(table, query, aggregation), PageReader::entities)
        .map(page -> new Aggregates(page.items(), page.report()));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return page(requests.page(table, query), PageReader::entities);
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return frames(requests.stream(table, query)).map(StreamingTables::item);
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return frames(requests.changes(scope, from)).map(frame -> frame.dispatch(ExpectedFrame.FEED));
  }

  private static StreamItem item(Frame frame) {
    if (frame instanceof Frame.More more) {
      throw new StreamLimitReached(more.resume());
    }
    return frame.dispatch(ExpectedFrame.ITEM);
  }

  private Flux<Frame> frames(OutboundRequest request) {
    return attempt.send(request, ResponseFrames::of);
  }

  /** Completes when an answer without content has arrived. */
  private Mono<Void> nothing(OutboundRequest request) {
    return frames(request).map(frame -> frame.dispatch(ExpectedFrame.NOTHING)).then();
  }

  private <T> Mono<T> one(OutboundRequest request, ExpectedFrame<T> expected) {
    return several(request, expected, 1).map(answers -> answers.get(0));
  }

  private <T> Mono<List<T>> several(OutboundRequest request, ExpectedFrame<T> expected, int count) {
    return frames(request)
        .map(frame -> frame.dispatch(expected))
        .collectList()
        .map(answers -> requireCount(answers, count));
  }

  private <T> Mono<Page<T>> page(OutboundRequest request, Function<PageReader, Page<T>> pageOf) {
    return frames(request).collect(PageReader::new, PageReader::add).map(pageOf);
  }

  /** Too few answers mean that the body broke off; its framing alone does not show that. */
  private static <T> List<T> requireCount(List<T> answers, int count) {
    if (answers.size() < count) {
      throw Exceptions.propagate(new IOException("The answer ended early."));
    }
    if (answers.size() > count) {
      throw ExpectedFrame.unexpectedAnswer("moreThanAsked");
    }
    return answers;
  }
}
