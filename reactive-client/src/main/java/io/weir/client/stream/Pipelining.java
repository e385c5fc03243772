package io.weir.client.stream;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.queue.QueueName;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.wire.MessageAnswer;
import io.weir.api.wire.MessageCall;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Upload;
import io.weir.client.options.PoolOptions;
import io.weir.client.transport.Attempt;
import io.weir.client.transport.Node;
import io.weir.client.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Sends point reads, single writes, joint commits and operations on messages over
 * {@link Pipelines}. Operations share pipelines if they have the same table or queue, kind and, for
 * reads, selection. All joint commits share pipelines.
 *
 * <p>An operation then costs a frame instead of a request, which costs more than the operation on
 * both sides. Each operation succeeds or fails independently.
 *
 * <p>A call with headers of its own, for a trace or an id, is sent as a request of its own. Any
 * thread; outcomes are signalled on the connection's loop.
 */
public final class Pipelining {

  private final Duration patience;
  private final StreamingRequests requests;
  private final PipelineCapacity capacity;
  private final Map<Place, Pipelines> places = new ConcurrentHashMap<>();

  /**
   * Opens no pipeline yet.
   *
   * @param patience how long a pipeline may answer nothing before another is used; zero for no
   *     pipelines
   */
  public Pipelining(Duration patience, PoolOptions pool, StreamingRequests requests) {
    this.patience = patience;
    this.requests = requests;
    this.capacity = PipelineCapacity.of(pool);
  }

  /**
   * Carries out a read over a pipeline, or subscribes to {@code alone} if no pipeline may be used.
   */
  Mono<Entity> read(
      Attempt attempt, TableName table, EntityKey key, Selection selection, Mono<Entity> alone) {
    return piped(
        attempt,
        new TableRoute(attempt.group(), table, Dialect.READS, selection),
        () -> new Frame.Key(key),
        ExpectedFrame.ENTITY,
        alone);
  }

  /**
   * Carries out a write over a pipeline, or subscribes to {@code alone} if no pipeline may be used.
   */
  Mono<WriteResult> write(Attempt attempt, TableName table, Write write, Mono<WriteResult> alone) {
    return piped(
        attempt,
        new TableRoute(attempt.group(), table, Dialect.WRITES, Selection.ALL),
        () -> new Frame.Change(write),
        ExpectedFrame.RESULT,
        alone);
  }

  /**
   * Carries out a joint commit over a pipeline, or subscribes to {@code alone} if it is long or no
   * pipeline may be used.
   */
  Mono<List<WriteResult>> commit(
      Attempt attempt, JointCommit commit, Mono<List<WriteResult>> alone) {
    return commit.operations().stream().mapToInt(Pipelining::bytes).sum()
            > Pipelines.LONGEST_FRAME_BYTES
        ? alone
        : piped(
            attempt,
            new CommitRoute(attempt.group()),
            () -> new Frame.Commit(commit),
            ExpectedFrame.COMMITTED,
            alone);
  }

  private static int bytes(TableWrite operation) {
    return operation instanceof TableWrite.Change change ? change.write().weightBytes() : 0;
  }

  /**
   * Carries out an operation on messages over a pipeline, or subscribes to {@code alone} if no
   * pipeline may be used.
   */
  public Mono<MessageAnswer> message(
      Attempt attempt, QueueName queue, MessageCall call, Mono<MessageAnswer> alone) {
    return piped(
        attempt,
        new QueueRoute(attempt.group(), queue),
        () -> new Frame.Call(call),
        ExpectedFrame.ANSWER,
        alone);
  }

  private <T> Mono<T> piped(
      Attempt attempt,
      Route route,
      Supplier<Frame> frame,
      ExpectedFrame<T> expected,
      Mono<T> alone) {
    if (patience.isZero() || !attempt.call().headers().isEmpty()) {
      return alone;
    }
    return Mono.deferContextual(context -> {
      var transport = attempt.transport();
      var place = new Place(attempt.node().get(), route);
      var piped = new PipelinedOperation<>(
          attempt.call(),
          FrameEncoder.encode(frame.get()),
          expected,
          alone.contextWrite(context),
          place.node()::toldTicks);
      places.computeIfAbsent(place, absent -> pipelines(absent, transport)).add(piped);
      return piped.outcome();
    });
  }

  private Pipelines pipelines(Place place, Transport transport) {
    return new Pipelines(
        capacity,
        patience,
        Schedulers::parallel,
        pipeline -> transport.watched(
            transport.exchange(
                place.node(),
                place.route().request(requests, pipeline::chunks),
                ResponseFrames::of,
                Call.under(Context.empty()),
                place.route().group()),
            pipeline),
        idle -> places.remove(place, idle));
  }

  /** Opens no more pipelines and finishes the open ones. No operation may be in flight. */
  public void close() {
    places.values().forEach(Pipelines::close);
  }

  /** Where operations of the same pipelines go. */
  private record Place(Node node, Route route) {}

  /** What operations of the same pipelines have in common. */
  private sealed interface Route {

    ConnectionGroup group();

    /** Returns the request of a pipeline. */
    OutboundRequest request(StreamingRequests requests, Upload chunks);
  }

  private record TableRoute(
      ConnectionGroup group, TableName table, String action, Selection selection) implements Route {

    @Override
    public OutboundRequest request(StreamingRequests requests, Upload chunks) {
      return requests.pipeline(table, action, selection, chunks);
    }
  }

  private record CommitRoute(ConnectionGroup group) implements Route {

    @Override
    public OutboundRequest request(StreamingRequests requests, Upload chunks) {
      return requests.commits(chunks);
    }
  }

  private record QueueRoute(ConnectionGroup group, QueueName queue) implements Route {

    @Override
    public OutboundRequest request(StreamingRequests requests, Upload chunks) {
      return requests.messages(queue, chunks);
    }
  }
}
