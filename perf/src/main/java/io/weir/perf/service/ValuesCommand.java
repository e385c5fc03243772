package io.weir.perf.service;

import io.weir.cli.Weir;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.process.Ports;
import io.weir.perf.process.Surroundings;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures how fast one value goes in and out over HTTP, beside the same bytes as entities, and how
 * much memory both sides need.
 *
 * <p>{@code java -jar perf/target/perf.jar values}. The load is in this process, except for the
 * last two rows: {@code weir value} in a process of its own with a heap of 64 MiB. Their time
 * includes the start of the JVM and a SHA-256 of the file on the client.
 *
 * <p>Each transfer is done {@code --samples} times in turn with the others; the order alternates.
 */
@Command(
    name = "values",
    mixinStandardHelpOptions = true,
    description =
        "Measure large values over HTTP beside bulk writes and streams of the same bytes.")
public final class ValuesCommand implements Callable<Integer> {

  private static final double MIB = 1 << 20;

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

  @Mixin
  private RunOptions options = new RunOptions();

  /**
   * Moves all bytes once. Returns the highest memory of its process, or 0 if it has none of its
   * own.
   */
  @FunctionalInterface
  private interface Transfer {
    long run() throws IOException;
  }

  /** The work of a transfer in this process. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  @Override
  public Integer call() throws IOException {
    return options.report(this::measure);
  }

  private void measure(Run run) throws IOException {
    var bytes = (long) chunks * ValueTransfers.CHUNK_BYTES;
    try (var server = startServer(run.surroundings());
        var memory = MemoryPeak.of(server.process());
        var transfers = new ValueTransfers(server.port(), noise())) {
      transfers.createTables();
      var file = file(run.surroundings().folder(), bytes);
      var all = new Transfers(server, memory, bytes);
      run.measure(
          List.of(
              all.in("entities, bulk write", here(() -> transfers.bulk(bytes))),
              all.in("value, PUT", here(() -> transfers.put(bytes))),
              all.out("entities, stream", here(() -> transfers.stream(bytes))),
              all.out("value, GET", here(() -> transfers.get(bytes))),
              all.in("weir value put", () -> weir(transfers, "put", file.toString())),
              all.out(
                  "weir value get",
                  () -> weir(transfers, "get", "--output", file + ".copy", "--resume"))),
          0,
          samples);
      if (Files.mismatch(file, Path.of(file + ".copy")) >= 0) {
        throw new IOException("the file came back different file=" + file);
      }
    }
  }

  private static Transfer here(Work work) {
    return () -> {
      work.run();
      return 0;
    };
  }

  /** The scenarios of transfers to and from one server. Rows are chunks of 960 KiB. */
  private record Transfers(ChildProcess server, MemoryPeak memory, long bytes) {

    Scenario in(String target, Transfer transfer) {
      return scenario(target, "values: in", transfer);
    }

    Scenario out(String target, Transfer transfer) {
      return scenario(target, "values: out", transfer);
    }

    private Scenario scenario(String target, String workload, Transfer transfer) {
      return Scenario.of(target, workload, 0, new OneByOne(), turn -> sample(transfer));
    }

    private Round sample(Transfer transfer) throws IOException {
      var clock = RoundClock.begin(server.cpu());
      var clientBytes = transfer.run();
      var round = clock.end(bytes / ValueTransfers.CHUNK_BYTES);
      var whole = round
          .with("MiB a second", bytes / MIB / round.seconds())
          .with("memory of the server so far, MiB", memory.bytes() / MIB);
      return clientBytes == 0 ? whole : whole.with("memory of weir value, MiB", clientBytes / MIB);
    }
  }

  private ChildProcess startServer(Surroundings surroundings) throws IOException {
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
