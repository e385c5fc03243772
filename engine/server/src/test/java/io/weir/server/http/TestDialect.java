package io.weir.server.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.server.answer.CrossOrigin;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.RequestListener;
import io.weir.server.loop.NettyLoops;
import io.weir.server.request.Access;
import io.weir.server.request.RequestHead;
import io.weir.server.request.RequestMemory;
import io.weir.server.request.TableRequest;
import io.weir.testkit.Arrivals;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.reactivestreams.Publisher;

/** An endpoint without authentication that answers with a function. Records its requests. */
final class TestDialect implements DialectHandler, RequestListener, AutoCloseable {

  final Arrivals<RequestListener.Served> served = new Arrivals<>();

  private static final CrossOrigin NO_OTHER_ORIGINS = new CrossOrigin() {
    @Override
    public HttpReply preflight(RequestHead head) {
      throw new AccessDeniedException(ErrorCode.CORS_PREFLIGHT_FAILURE, "");
    }

    @Override
    public Consumer<HttpHeaders> mark(RequestHead head) {
      return headers -> {};
    }
  };

  private final Function<HttpExchange, Publisher<Void>> answer;
  private final NettyLoops loops = NettyLoops.start(1);
  private final HttpEndpoint endpoint;

  TestDialect(ServerOptions.Builder options, Function<HttpExchange, Publisher<Void>> answer) {
    this(options, answer, System::nanoTime);
  }

  /** Creates an endpoint whose loops measure their turns on the test's clock. */
  TestDialect(
      ServerOptions.Builder options,
      Function<HttpExchange, Publisher<Void>> answer,
      LongSupplier nanoClock) {
    this.answer = answer;
    var service = new EndpointService(
        account -> true,
        account -> new ModelTableService(),
        (head, sender) -> Access.OWNER,
        List.of(this),
        Map.of(),
        NO_OTHER_ORIGINS,
        this);
    var built = options.port(0).build();
    this.endpoint = HttpEndpoint.open(
        built, RequestMemory.of(built.limits()), loops, service, Clock.systemUTC(), nanoClock);
  }

  int port() {
    return endpoint.address().getPort();
  }

  @Override
  public boolean accepts(TableRequest request) {
    return true;
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    return answer.apply(exchange);
  }

  @Override
  public void began() {}

  @Override
  public void part(Served served) {}

  @Override
  public void ended(Served request) {
    served.add(request);
  }

  @Override
  public void close() {
    close(Duration.ofSeconds(5));
  }

  void close(Duration grace) {
    endpoint.closeLater(grace).block();
    loops.close();
  }
}
