package io.weir.perf.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.JavaCommand;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CollectorTest {

  @ParameterizedTest
  @CsvSource({"SERIAL, Copy", "PARALLEL, PS Scavenge", "G1, G1 Young Generation", "ZGC, ZGC"})
  void theOptionsChooseTheCollector(Collector collector, String beanName) throws Exception {
    var command = JavaCommand.of(collector.jvmOptions(), Named.class);

    var process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).contains(beanName);
    assertThat(process.waitFor()).isZero();
  }

  /** Prints the names of the collectors of its JVM. */
  static final class Named {

    private Named() {}

    public static void main(String[] args) throws IOException {
      ManagementFactory.getGarbageCollectorMXBeans()
          .forEach(bean -> System.out.println(bean.getName()));
    }
  }
}
