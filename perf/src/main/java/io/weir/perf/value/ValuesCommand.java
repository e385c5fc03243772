package io.weir.perf.value;

import io.weir.cli.Weir;
import io.weir.perf.machine.Cpu;
import io.weir.perf.machine.Environment;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.process.Ports;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how fast one value goes in and out over HTTP, beside the same bytes as entities, and how much memory both sides need.
 *
 * <p>{@code java -jar perf/target/perf.jar values}. The load is in this process, except for the last two rows: {@code weir value} in a process
 * of its own with a heap of 64 MiB. Their time includes the start of the JVM and a SHA-256 of the file on the client.
 *
 * <p>Each transfer is done {@code --samples} times in turn with the others; the rows show the median time, and the processor time of the
 * server at that time.
 */
@Command(
    name = "values",
    mixinStandardHelpOptions = true,
    description =
        "Measure large values over HTTP beside bulk writes and streams of the same bytes.")
public final class ValuesCommand implements Callable<Integer> {

  private static final double MIB = 1 << 20;
  private static final double NANOS_A_SECOND = 1e9;

  @Option(
      names = "--chunks",
      description = "Length in chunks of 960 KiB. Default: ${DEFAULT-VALUE}.")
  private int chunks = 1093;

  @Option(names = "--samples", description = "Transfers of each kind. Default: ${DEFAULT-VALUE}.")
  private int samples = 3;

  @Option(names = "--server-heap", description = "Heap of the server. Default: ${DEFAULT-VALUE}.")
  private String serverHeap = "192m";

  @Option(names = "--client-heap", description = "Heap of weir value. Default: ${DEFAULT-VALUE}.")
  private String clientHeap = "64m";

  /** A transfer, and the highest memory of its process if it has one of its own. */
  @FunctionalInterface
  private interface Transfer {
    long run() throws IOException;
  }

  private record Sample(long nanos, Duration serverCpu, long clientBytes) {}

  @Override
  public Integer call() throws IOException {
    var bytes = (long) chunks * ValueTransfers.CHUNK_BYTES;
    try (var home = StoreHome.temporary();
        var server = startServer(home.path());
        var memory = MemoryPeak.of(server.process());
        var transfers = new ValueTransfers(server.port(), noise())) {
      transfers.createTables();
      var file = file(home.path(), bytes);
      System.out.printf("%s%n%n", Environment.now("", "", 0).describe());
      System.out.printf(
          Locale.ROOT,
          "%,.0f MiB, heap of the server %s, heap of weir value %s%n%n"
              + "| transfer | MiB/s, median | worst | best | CPU of the server, s | memory of weir value, MiB |%n"
              + "|---|---:|---:|---:|---:|---:|%n",
          bytes / MIB,
          serverHeap,
          clientHeap);
      measure(
          server.cpu(),
          bytes,
          List.of(
              new Row("entities in, bulk write", () -> in(() -> transfers.bulk(bytes))),
              new Row("value in, PUT", () -> in(() -> transfers.put(bytes))),
              new Row("entities out, stream", () -> in(() -> transfers.stream(bytes))),
              new Row("value out, GET", () -> in(() -> transfers.get(bytes))),
              new Row("weir value put", () -> weir(transfers, "put", file.toString())),
              new Row(
                  "weir value get",
                  () -> weir(transfers, "get", "--output", file + ".copy", "--resume"))));
      System.out.printf(
          Locale.ROOT,
          "%nmemory of the server without mapped files, highest: %,.0f MiB; the file came back equal: %s%n",
          memory.bytes() / MIB,
          Files.mismatch(file, Path.of(file + ".copy")) < 0);
    }
    return 0;
  }

  /** The work of a transfer in this process. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private record Row(String name, Transfer transfer) {}

  private static long in(Work work) throws IOException {
    work.run();
    return 0;
  }

  private void measure(Cpu cpu, long bytes, List<Row> rows) throws IOException {
    var all = new Sample[rows.size()][samples];
    for (var round = 0; round < samples; round++) {
      for (var row = 0; row < rows.size(); row++) {
        System.err.println(rows.get(row).name());
        all[row][round] = sample(cpu, rows.get(row).transfer());
      }
    }
    for (var row = 0; row < rows.size(); row++) {
      print(rows.get(row).name(), bytes, all[row]);
    }
  }

  private static Sample sample(Cpu cpu, Transfer transfer) throws IOException {
    var before = cpu.used();
    var begun = System.nanoTime();
    var memory = transfer.run();
    return new Sample(System.nanoTime() - begun, cpu.used().minus(before), memory);
  }

  private static void print(String name, long bytes, Sample[] of) {
    Arrays.sort(of, Comparator.comparingLong(Sample::nanos));
    var median = of[of.length / 2];
    System.out.printf(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f | %,.0f | %.1f | %s |%n",
        name,
        rate(bytes, median),
        rate(bytes, of[of.length - 1]),
        rate(bytes, of[0]),
        median.serverCpu().toMillis() / 1e3,
        median.clientBytes() == 0
            ? ""
            : String.format(Locale.ROOT, "%,.0f", median.clientBytes() / MIB));
  }

  private static double rate(long bytes, Sample sample) {
    return bytes / MIB * NANOS_A_SECOND / sample.nanos();
  }

  private ChildProcess startServer(Path home) throws IOException {
    var surroundings = Surroundings.in(home);
    var folder = surroundings.newFolder("weir");
    var port = Ports.free();
    var command = JavaCommand.of(
        List.of("-Xmx" + serverHeap),
        Weir.class,
        "serve",
        "--data",
        folder.resolve("data").toString(),
        "--port",
        Integer.toString(port),
        "--queue-port",
        "off");
    return ChildProcess.start(surroundings, folder, port, command);
  }

  /** Runs {@code weir value} to its end and returns its highest memory. */
  private long weir(ValueTransfers transfers, String verb, String... rest) throws IOException {
    var arguments = new ArrayList<>(List.of(verb, "Values", "p", "r", "file"));
    arguments.addAll(List.of(rest));
    arguments.addAll(List.of("--endpoint", transfers.endpoint()));
    var process = new ProcessBuilder(JavaCommand.of(
            List.of("-Xmx" + clientHeap), ValueProcess.class, arguments.toArray(String[]::new)))
        .inheritIO()
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    try (var memory = MemoryPeak.of(process)) {
      if (await(process) != 0) {
        throw new IOException("weir value failed status=" + process.exitValue());
      }
      return memory.bytes();
    }
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static byte[] noise() {
    var bytes = new byte[1 << 16];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static Path file(Path home, long bytes) throws IOException {
    var random = new Random(2);
    var block = new byte[1 << 20];
    var file = home.resolve("file");
    try (var out = Files.newOutputStream(file)) {
      for (var left = bytes; left > 0; left -= block.length) {
        random.nextBytes(block);
        out.write(block, 0, (int) Math.min(left, block.length));
      }
    }
    return file;
  }
}
