package io.weir.perf.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A node of Apache Cassandra, started from the class path that {@code perf/install-peers.sh} makes.
 * Settings that {@code cassandra.yaml} in the resources lacks have their defaults.
 */
public final class CassandraProcess {

  private static final String CLASS_PATH = "cassandra.classpath";
  private static final String CONFIGURATION = "cassandra.yaml";

  /** The agent by which Cassandra measures objects, to know when its memory is full. */
  private static final String AGENT = "jamm-";

  /** The packages that its own start script opens for JDK 17. */
  private static final List<String> OPENED = List.of("""
      java.base/java.io java.base/java.lang java.base/java.lang.module
      java.base/java.lang.reflect java.base/java.math java.base/java.net java.base/java.nio
      java.base/java.util java.base/java.util.concurrent java.base/java.util.concurrent.atomic
      java.base/jdk.internal.loader java.base/jdk.internal.math java.base/jdk.internal.misc
      java.base/jdk.internal.module java.base/jdk.internal.ref java.base/jdk.internal.reflect
      java.base/jdk.internal.util.jar java.base/sun.nio.ch
      java.management.rmi/com.sun.jmx.remote.internal.rmi java.rmi/sun.rmi.registry
      java.rmi/sun.rmi.server java.rmi/sun.rmi.transport.tcp
      jdk.management/com.sun.management.internal
      """.split("\\s+"));

  private CassandraProcess() {}

  /** Starts the node and blocks until it serves, which takes half a minute. */
  public static ChildProcess start(Surroundings surroundings) throws IOException {
    var classPath = classPath();
    var folder = surroundings.newFolder("cassandra");
    var port = Ports.free();
    var configuration = folder.resolve(CONFIGURATION);
    Files.writeString(configuration, configuration(folder, port, Ports.free()));
    var command = new ArrayList<String>();
    command.add(JavaCommand.program());
    command.addAll(options(classPath));
    command.add("-Dcassandra.config=" + configuration.toUri());
    command.add("-Dcassandra.storagedir=" + folder);
    command.addAll(List.of("-cp", classPath, "org.apache.cassandra.service.CassandraDaemon"));
    return ChildProcess.start(surroundings, folder, port, command);
  }

  private static List<String> options(String classPath) throws MissingProgram {
    var agent = Arrays.stream(classPath.split(File.pathSeparator))
        .filter(jar -> Path.of(jar).getFileName().toString().startsWith(AGENT))
        .findFirst()
        .orElseThrow(CassandraProcess::missing);
    return Stream.concat(
            OPENED.stream()
                .flatMap(opened -> Stream.of(
                    "--add-opens=" + opened + "=ALL-UNNAMED",
                    "--add-exports=" + opened + "=ALL-UNNAMED")),
            Stream.of(
                "-Xms2g",
                "-Xmx2g",
                "-javaagent:" + agent,
                "-Djdk.attach.allowAttachSelf=true",
                "-Dcassandra-foreground=yes",
                "-Dcassandra.skip_wait_for_gossip_to_settle=0"))
        .toList();
  }

  private static String classPath() throws IOException {
    var file = Programs.peers().resolve(CLASS_PATH);
    if (!Files.isReadable(file)) {
      throw missing();
    }
    return Files.readString(file, UTF_8).strip();
  }

  private static MissingProgram missing() {
    return new MissingProgram(
        "Apache Cassandra", "run perf/install-peers.sh, which downloads it from Maven Central");
  }

  private static String configuration(Path folder, int port, int storagePort) throws IOException {
    try (InputStream input = CassandraProcess.class.getResourceAsStream(CONFIGURATION)) {
      if (input == null) {
        throw new IOException("build the program again, a file is missing name=" + CONFIGURATION);
      }
      return new String(input.readAllBytes(), UTF_8)
          .replace("%folder%", folder.toString())
          .replace("%port%", Integer.toString(port))
          .replace("%storage_port%", Integer.toString(storagePort));
    }
  }
}
