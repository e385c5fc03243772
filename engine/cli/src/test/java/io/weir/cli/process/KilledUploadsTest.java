package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.client.WeirClient;
import io.weir.pattern.large.LargeValues;
import io.weir.pattern.large.ValueUpload;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server, or a client, is killed with SIGKILL while {@code weir value put --resume} uploads a
 * file. The upload continues where it stopped, the value is equal to the file. The file is longer
 * than either heap.
 */
@Tag(Effort.THOROUGHLY)
final class KilledUploadsTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final EntityKey KEY = new EntityKey("Owls", "1!film");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MIB = 1 << 20;
  private static final int FILE_MIB = 112;
  private static final List<String> SERVER = List.of("-Xmx96m", "-XX:TieredStopAtLevel=1");
  private static final List<String> CLIENT = List.of("-Xmx64m", "-XX:TieredStopAtLevel=1");

  @TempDir
  Path folder;

  private final int port = FreePorts.next();
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    var seed = System.nanoTime();
    System.out.printf("seed=%d%n", seed);
    var random = new Random(seed);
    file = folder.resolve("film");
    var block = new byte[MIB];
    try (var out = Files.newOutputStream(file)) {
      for (var i = 0; i < FILE_MIB; i++) {
        random.nextBytes(block);
        out.write(block);
      }
      out.write(block, 0, 12_345);
    }
  }

  @Test
  void aKilledServerIsSentTheRestAfterItsRestart() throws Exception {
    try (var client = client()) {
      Process put;
      try (var first = startServer()) {
        assertThat(first.endpoint()).isNotEmpty();
        client.createTable(BIRDS).block(PATIENCE);
        put = weir("put", "--resume");
        awaitProgress(client, 20L * MIB);
        first.kill();
      }
      try (var second = startServer()) {
        assertThat(second.endpoint()).isNotEmpty();
        awaitProgress(client, 60L * MIB);
        second.kill();
      }
      try (var third = startServer()) {
        assertThat(third.endpoint()).isNotEmpty();
        assertEnds(put);
        assertIsStored();
        assertNoUpload(client);
      }
      assertThat(Files.readString(logOf("put"))).contains("trying again");
    }
  }

  @Test
  void anotherClientContinuesTheUploadOfAKilledOne() throws Exception {
    try (var server = startServer();
        var client = client()) {
      assertThat(server.endpoint()).isNotEmpty();
      client.createTable(BIRDS).block(PATIENCE);
      var put = weir("put", "--resume");
      awaitProgress(client, 30L * MIB);
      put.destroyForcibly();
      assertThat(put.waitFor(30, TimeUnit.SECONDS)).isTrue();
      var stored = position(client);
      assertThat(stored).isBetween(1L, Files.size(file) - 1);

      assertEnds(weir("put", "--resume"));

      assertIsStored();
      assertNoUpload(client);
    }
  }

  private void assertIsStored() throws Exception {
    var copy = folder.resolve("copy");
    assertEnds(weir("get", "--output", copy.toString(), "--resume"));
    assertThat(Files.mismatch(copy, file)).as("first different byte").isEqualTo(-1);
  }

  private static void assertNoUpload(WeirClient client) {
    assertThat(LargeValues.of(client, BIRDS).uploads(KEY).collectList().block(PATIENCE))
        .isEmpty();
  }

  private void assertEnds(Process process) throws Exception {
    assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(logs()).isZero();
  }

  private String logs() throws IOException {
    return Files.readString(logOf("put"));
  }

  /** Waits until the upload has stored so much, or has ended. */
  private static void awaitProgress(WeirClient client, long bytes) {
    var ends = System.nanoTime() + PATIENCE.toNanos();
    while (position(client) < bytes) {
      assertThat(System.nanoTime()).isLessThan(ends);
    }
  }

  private static long position(WeirClient client) {
    return LargeValues.of(client, BIRDS)
        .uploads(KEY)
        .map(ValueUpload::position)
        .reduce(0L, Math::max)
        .block(PATIENCE);
  }

  private Process weir(String verb, String... options) throws IOException {
    var arguments = new ArrayList<>(List.of("value", verb, "Birds", "Owls", "1", "film"));
    if (verb.equals("put")) {
      arguments.add(file.toString());
    }
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--endpoint", "http://127.0.0.1:" + port + "/devstoreaccount1"));
    return ChildServer.weir(logOf(verb), CLIENT, arguments);
  }

  private Path logOf(String verb) {
    return folder.resolve(verb + ".log");
  }

  private ChildServer startServer() throws IOException {
    return ChildServer.startAt(
        port,
        folder.resolve("store"),
        SERVER,
        "--partition-groups",
        "4",
        "--loops",
        "2",
        "--queue-port",
        "off");
  }

  private WeirClient client() {
    return WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/devstoreaccount1")
        .loops(1)
        .connect();
  }
}
