package io.weir.hbase.region;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import io.weir.hbase.protocol.EntityService;
import io.weir.hbase.protocol.ReadRequest;
import io.weir.hbase.protocol.RemovalAnswer;
import io.weir.hbase.protocol.RemovalRequest;
import io.weir.hbase.protocol.SliceEnd;
import io.weir.hbase.protocol.TableId;
import io.weir.hbase.protocol.WriteRequest;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Answers the calls of {@link EntityService} for one region. Any handler thread.
 *
 * <p>A batch that runs out of memory may be in the region by half, with the entry that says that it
 * was carried out. HBase would let the server go on, and the next attempt would be told that all is
 * well. So the process ends, as by {@code -XX:+ExitOnOutOfMemoryError}, and the region's next
 * server restores the batch from the write-ahead log: as a whole or not at all.
 */
final class EntityEndpoint implements Service {

  private final RegionSupplier regions;
  private final RegionTimestamps timestamps;
  private final DropFence fence = new DropFence();
  private final Consumer<OutOfMemoryError> end;

  /**
   * Creates the endpoint of a region.
   *
   * @param end ends the process
   */
  EntityEndpoint(
      RegionSupplier regions, RegionTimestamps timestamps, Consumer<OutOfMemoryError> end) {
    this.regions = regions;
    this.timestamps = timestamps;
    this.end = end;
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return EntityService.descriptor();
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    return EntityService.prototype();
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return EntityService.prototype();
  }

  @Override
  public void callMethod(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      RpcCallback<Message> done) {
    try {
      var answer = answer(EntityService.Call.of(method), EntityService.unwrap(request));
      done.run(EntityService.wrap(answer));
    } catch (IOException e) {
      CoprocessorRpcUtils.setControllerException(controller, e);
    } catch (RuntimeException e) {
      // A fault of the request or of this code, which the next attempt would meet again.
      CoprocessorRpcUtils.setControllerException(
          controller, new DoNotRetryIOException(method.getName(), e));
    } catch (OutOfMemoryError e) {
      end.accept(e);
      throw e;
    }
  }

  private byte[] answer(EntityService.Call call, byte[] request) throws IOException {
    var region = regions.region();
    return switch (call) {
      case WRITE ->
        new RegionWriter(region, timestamps, fence)
            .write(WriteRequest.read(request))
            .toBytes();
      case READ ->
        SliceReader.read(region, ReadRequest.read(request), System::nanoTime).toBytes();
      case REMOVE ->
        new RangeRemoval(region, timestamps, System::nanoTime)
            .remove(RemovalRequest.read(request))
            .toBytes();
      case FENCE -> raised(region, RemovalRequest.read(request)).toBytes();
    };
  }

  /** Raises the fence of the table that the first range begins with. */
  private RemovalAnswer raised(Region region, RemovalRequest request) throws IOException {
    var table = TableId.ofRow(request.ranges().get(0).lower());
    fence.raise(region, table, timestamps.presentMillis());
    return new RemovalAnswer(0, false, SliceEnd.ofRegion(region.getRegionInfo().getEndKey()));
  }
}
