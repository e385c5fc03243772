package io.weir.hbase.access;

import com.google.protobuf.Message;
import com.google.protobuf.RpcChannel;
import io.weir.hbase.protocol.Columns;
import io.weir.hbase.protocol.EntityService;
import io.weir.hbase.protocol.ReadAnswer;
import io.weir.hbase.protocol.ReadRequest;
import io.weir.hbase.protocol.RemovalAnswer;
import io.weir.hbase.protocol.RemovalRequest;
import io.weir.hbase.protocol.WriteAnswer;
import io.weir.hbase.protocol.WriteRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import reactor.core.publisher.Mono;

/**
 * Calls of the regions of the table of entities, each found by a row. Any thread; see
 * {@link ClusterCalls}.
 */
public final class RegionCalls {

  private final ClusterCalls calls;
  /**
   * A region that is not found for so long is not worth the wait: a call by its row finds it by
   * itself.
   */
  private static final Duration LOOK_UP = Duration.ofSeconds(1);

  private final AsyncTable<?> entities;
  private final AsyncTableRegionLocator places;

  public RegionCalls(ClusterCalls calls, AsyncTable<?> entities, AsyncTableRegionLocator places) {
    this.calls = calls;
    this.entities = entities;
    this.places = places;
  }

  /**
   * Returns the region of a row as HBase's client knows it: it may have been split or merged since.
   */
  Mono<RegionInfo> regionOf(byte[] row) {
    return calls
        .read(() -> places.getRegionLocation(row))
        .map(HRegionLocation::getRegion)
        .timeout(LOOK_UP, calls.scheduler());
  }

  /** Reads the stored form in a row. Empty when there is none. */
  public Mono<byte[]> get(byte[] row) {
    return calls
        .read(() -> entities.get(new Get(row).addFamily(Columns.entities())))
        .mapNotNull(Result::value);
  }

  public Mono<WriteAnswer> write(byte[] row, WriteRequest request) {
    return calls
        .write(() -> call(EntityService.Call.WRITE, row, request.toBytes()))
        .map(answer -> WriteAnswer.read(EntityService.unwrap(answer)));
  }

  Mono<ReadAnswer> read(byte[] row, ReadRequest request) {
    return calls
        .read(() -> call(EntityService.Call.READ, row, request.toBytes()))
        .map(answer -> ReadAnswer.read(EntityService.unwrap(answer)));
  }

  public Mono<RemovalAnswer> remove(byte[] row, RemovalRequest request) {
    return walk(EntityService.Call.REMOVE, row, request);
  }

  /**
   * Makes the region of a row refuse writes to the table of the request's ranges. Nothing is
   * removed.
   */
  public Mono<RemovalAnswer> fence(byte[] row, RemovalRequest request) {
    return walk(EntityService.Call.FENCE, row, request);
  }

  private Mono<RemovalAnswer> walk(EntityService.Call call, byte[] row, RemovalRequest request) {
    return calls
        .write(() -> call(call, row, request.toBytes()))
        .map(answer -> RemovalAnswer.read(EntityService.unwrap(answer)));
  }

  private CompletableFuture<Message> call(EntityService.Call call, byte[] row, byte[] request) {
    return entities.<RpcChannel, Message>coprocessorService(
        Function.identity(),
        (channel, controller, done) -> channel.callMethod(
            call.method(),
            controller,
            EntityService.wrap(request),
            EntityService.prototype(),
            done),
        row);
  }
}
