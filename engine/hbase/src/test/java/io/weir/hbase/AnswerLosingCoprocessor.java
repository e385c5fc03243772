package io.weir.hbase;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import io.weir.hbase.region.EntityCoprocessor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;

/**
 * The coprocessor, some of whose answers are lost: the call is carried out, and HBase's client is
 * told to try again.
 */
public final class AnswerLosingCoprocessor implements RegionCoprocessor {

  /** One answer in so many is lost. */
  private static final int ONE_IN = 5;

  private static final long SEED = Long.getLong("weir.seed", System.nanoTime());
  private static final Random RANDOM = new Random(SEED);
  private static final AtomicInteger LOST = new AtomicInteger();

  private final EntityCoprocessor coprocessor = new EntityCoprocessor();

  static long seed() {
    return SEED;
  }

  /** Returns the number of answers that were lost. */
  static int lost() {
    return LOST.get();
  }

  @Override
  @SuppressWarnings("rawtypes") // HBase declares it so
  public void start(CoprocessorEnvironment environment) throws IOException {
    coprocessor.start(environment);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return coprocessor.getRegionObserver();
  }

  @Override
  public Iterable<Service> getServices() {
    var services = new ArrayList<Service>();
    coprocessor.getServices().forEach(service -> services.add(new AnswerLosingService(service)));
    return services;
  }

  private record AnswerLosingService(Service service) implements Service {

    @Override
    public ServiceDescriptor getDescriptorForType() {
      return service.getDescriptorForType();
    }

    @Override
    public void callMethod(
        MethodDescriptor method,
        RpcController controller,
        Message request,
        RpcCallback<Message> done) {
      service.callMethod(method, controller, request, answer -> {
        if (RANDOM.nextInt(ONE_IN) == 0) {
          LOST.incrementAndGet();
          CoprocessorRpcUtils.setControllerException(
              controller, new IOException("The answer is lost."));
        } else {
          done.run(answer);
        }
      });
    }

    @Override
    public Message getRequestPrototype(MethodDescriptor method) {
      return service.getRequestPrototype(method);
    }

    @Override
    public Message getResponsePrototype(MethodDescriptor method) {
      return service.getResponsePrototype(method);
    }
  }
}
