package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Three nodes as processes, of which the leader is killed again and again while it takes entries.
 */
final class KilledNodes implements AutoCloseable {

  private static final List<String> INHERITED = List.of("--add-", "-XX:Tiered");
  private static final int ENTRIES_BEFORE_A_KILL = 300;

  private final World world = new World();
  private final Path folder;
  private final Duration electionTimeout;
  private final String nodes = Stream.of("a", "b", "c")
      .map(id -> new NodeAddress(id, "127.0.0.1", FreePorts.next()).toString())
      .collect(Collectors.joining(","));
  private final Map<String, Process> running = new TreeMap<>();

  /** What the processes told: guarded by the world. */
  private final Set<String> kept = new HashSet<>();

  private final Set<String> refused = new HashSet<>();
  private final Map<String, Long> terms = new HashMap<>();
  private final Map<String, Integer> keptBy = new HashMap<>();
  private final Map<String, Integer> progress = new HashMap<>();
  private final Set<String> ended = new HashSet<>();

  KilledNodes(Path folder, Duration electionTimeout) throws IOException {
    this.folder = folder;
    this.electionTimeout = electionTimeout;
    for (String id : List.of("a", "b", "c")) {
      start(id);
    }
  }

  private void start(String id) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
        .forEach(command::add);
    command.addAll(List.of(
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        NodeProgram.class.getName(),
        id,
        nodes,
        folder.resolve(id).toString(),
        Long.toString(electionTimeout.toMillis())));
    Process process = new ProcessBuilder(command)
        .redirectError(folder.resolve(id + ".err").toFile())
        .start();
    running.put(id, process);
    Thread reader = new Thread(() -> read(id, process), "reads " + id);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(String id, Process process) {
    try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] told = line.split(" ", 2);
        world.change(() -> note(id, told[0], told.length > 1 ? told[1] : ""));
      }
    } catch (IOException e) {
      // the process was killed; what it had told by then is noted
      return;
    }
  }

  private void note(String id, String what, String rest) {
    switch (what) {
      case "leads" -> {
        terms.put(id, Long.parseLong(rest));
        keptBy.put(id, 0);
      }
      case "follows" -> terms.remove(id);
      case "kept" -> {
        kept.add(rest);
        keptBy.merge(id, 1, Integer::sum);
      }
      case "refused" -> refused.add(rest);
      case "at" -> progress.merge(id, 1, Integer::sum);
      case "ended" -> ended.add(id);
      default -> {
        // unknown entries, lines of the log, and the line in which a process was killed
      }
    }
  }

  /**
   * Kills the leader, and returns how long it took until another kept an entry. Starts the killed
   * one again and waits until it has caught up.
   */
  Duration killTheLeader() throws IOException, InterruptedException {
    String leader = awaitWriting("");
    long before = System.nanoTime();
    running.get(leader).destroyForcibly().waitFor();
    world.change(() -> {
      terms.remove(leader);
      keptBy.clear();
      progress.remove(leader);
    });
    world.until(
        "another node keeps an entry after " + leader + " was killed",
        () -> keptBy.entrySet().stream()
            .anyMatch(of -> !of.getKey().equals(leader) && of.getValue() > 0));
    Duration gap = Duration.ofNanos(System.nanoTime() - before);
    start(leader);
    world.until("the killed node receives entries", () -> progress.getOrDefault(leader, 0) > 1);
    return gap;
  }

  /** Waits until a node has kept some entries in its term, and returns it. */
  private String awaitWriting(String except) {
    List<String> found = new ArrayList<>();
    world.until("a node leads and keeps entries", () -> {
      found.clear();
      keptBy.forEach((id, count) -> {
        if (terms.containsKey(id) && count > ENTRIES_BEFORE_A_KILL && !id.equals(except)) {
          found.add(id);
        }
      });
      return !found.isEmpty();
    });
    return found.get(0);
  }

  /** Ends the proposals, waits until all have everything, and compares what they received. */
  void assertNothingIsLost() throws IOException {
    for (Process process : running.values()) {
      process.outputWriter(UTF_8).append("end\n").flush();
    }
    world.until("all nodes have received the end", () -> ended.size() == 3);
    running.values().forEach(Process::destroyForcibly);
    List<List<String>> received = new ArrayList<>();
    for (String id : running.keySet()) {
      received.add(untilEnd(Files.readString(NodeProgram.file(folder.resolve(id)))));
    }
    assertThat(received.get(1)).as("what b received, and a").isEqualTo(received.get(0));
    assertThat(received.get(2)).as("what c received, and a").isEqualTo(received.get(0));
    List<String> texts =
        received.get(0).stream().map(line -> line.split(" ", 3)[2]).toList();
    // AssertJ's own comparisons of collections take quadratic time: a minute for 30,000 entries
    Set<String> present = new HashSet<>();
    assertThat(texts.stream().filter(text -> !present.add(text)))
        .as("kept twice")
        .isEmpty();
    kept.remove(NodeProgram.END);
    assertThat(kept.stream().filter(text -> !present.contains(text))).as("lost").isEmpty();
    assertThat(refused.stream().filter(present::contains))
        .as("kept and refused")
        .isEmpty();
    assertThatNoneIsMissingWithinATerm(texts);
  }

  private static List<String> untilEnd(String file) {
    return file.lines().takeWhile(line -> !line.endsWith(" " + NodeProgram.END)).toList();
  }

  /** Entries are numbered from zero in each term. */
  private static void assertThatNoneIsMissingWithinATerm(List<String> texts) {
    Map<String, Long> next = new HashMap<>();
    for (String text : texts) {
      int dash = text.lastIndexOf('-');
      String writer = text.substring(0, dash);
      long number = Long.parseLong(text.substring(dash + 1));
      assertThat(number).as(text).isEqualTo(next.getOrDefault(writer, 0L));
      next.put(writer, number + 1);
    }
  }

  @Override
  public void close() {
    running.values().forEach(Process::destroyForcibly);
  }

  /**
   * Prints how long writes stand still after a kill. Arguments: rounds, election time-out in
   * milliseconds, folder.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int rounds = Integer.parseInt(args[0]);
    List<Long> millis = new ArrayList<>();
    try (KilledNodes nodes =
        new KilledNodes(Path.of(args[2]), Duration.ofMillis(Long.parseLong(args[1])))) {
      for (int i = 0; i < rounds; i++) {
        millis.add(nodes.killTheLeader().toMillis());
        System.out.println("round " + i + ": " + millis.get(i) + " ms");
      }
      nodes.assertNothingIsLost();
    }
    List<Long> sorted = millis.stream().sorted().toList();
    System.out.printf(
        "rounds=%d timeout=%s ms: p50 %d ms, p90 %d ms, p99 %d ms, longest %d ms%n",
        rounds,
        args[1],
        sorted.get(rounds / 2),
        sorted.get(rounds * 90 / 100),
        sorted.get(rounds * 99 / 100),
        sorted.get(rounds - 1));
  }
}
