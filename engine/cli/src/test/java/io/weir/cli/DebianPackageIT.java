package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Debian package, unpacked into a folder, with its own runtime and with no Java beside it. Runs
 * in the profile {@code dist}.
 */
@EnabledIfSystemProperty(named = DebianPackageIT.PACKAGE, matches = ".+")
final class DebianPackageIT {

  static final String PACKAGE = "weir.deb";

  private static final Pattern SERVED = Pattern.compile("Weir serves (http://\\S+)");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What a JVM answers that was told to end. */
  private static final int TERMINATED = 143;

  @TempDir
  Path root;

  @BeforeEach
  void unpack() throws Exception {
    run("dpkg-deb", "-x", System.getProperty(PACKAGE), root.toString());
  }

  @Test
  void theCommandServesStoresAndStopsInOrder() throws Exception {
    var serving =
        weir("serve", "--data", root.resolve("store").toString(), "--port", "0").start();
    try (var out = serving.inputReader(UTF_8);
        var client = WeirClient.builder().endpoint(endpoint(out)).connect()) {
      var birds = new TableName("Birds");
      client.createTable(birds).block(PATIENCE);
      client.write(birds, new Write.Insert(Entity.builder("owl", "1").build())).block(PATIENCE);
      assertThat(client.get(birds, new EntityKey("owl", "1")).blockOptional(PATIENCE))
          .isPresent();
    } finally {
      serving.destroy();
    }
    assertThat(serving.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(serving.exitValue()).isEqualTo(TERMINATED);
  }

  @Test
  void thePackageHasTheServiceItsSettingsAndItsUser() throws Exception {
    var unit = root.resolve("usr/lib/systemd/system");
    assertThat(unit.resolve("weir.service")).isRegularFile();
    assertThat(Files.readString(unit.resolve("weir.service.d/package.conf")))
        .contains("/usr/lib/weir/runtime/bin/java", "/usr/lib/weir/weir.jar");
    assertThat(root.resolve("etc/weir/weir.properties")).isRegularFile();

    var control = root.resolve("control");
    run("dpkg-deb", "-e", System.getProperty(PACKAGE), control.toString());
    assertThat(Files.readString(control.resolve("postinst"))).contains("adduser --system");
    assertThat(Files.readString(control.resolve("conffiles"))).contains("weir.properties");
    assertThat(Files.isExecutable(control.resolve("postinst"))).isTrue();
  }

  /** Returns the command of the package. It finds no other Java. */
  private ProcessBuilder weir(String... arguments) {
    var command = new ProcessBuilder(arguments).redirectError(ProcessBuilder.Redirect.INHERIT);
    command.command().add(0, root.resolve("usr/bin/weir").toString());
    command.environment().remove("JAVA_HOME");
    command.environment().put("PATH", "/usr/bin:/bin");
    return command;
  }

  private static String endpoint(BufferedReader out) throws IOException {
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      var served = SERVED.matcher(line);
      if (served.find()) {
        return served.group(1);
      }
    }
    throw new IOException("The service ended before it served.");
  }

  private static void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
        .as(String.join(" ", command))
        .isZero();
  }
}
