package io.weir.perf.target;

import io.weir.perf.process.Cpu;
import io.weir.perf.process.Servers;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A server as a child process, or several that serve together, with a client of it in this process.
 *
 * @param client is closed before the server ends
 * @param loading loads a population into a new table
 */
public record ServerTarget<S extends Servers, C extends AutoCloseable>(
    S server, C client, Function<Population, Mono<TargetTable>> loading) implements Target {

  @Override
  public Mono<TargetTable> load(Population population) {
    return loading.apply(population);
  }

  @Override
  public Cpu cpu() {
    return server.cpu();
  }

  @Override
  public void close() throws IOException {
    try (server) {
      client.close();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("client did not close", e);
    }
  }
}
