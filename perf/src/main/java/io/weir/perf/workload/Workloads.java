package io.weir.perf.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** Reads workloads: those of the program by name, others from files. */
public final class Workloads {

  private static final String FOLDER = "/workloads/";

  private Workloads() {}

  /** Returns the names of the program's workloads. */
  public static List<String> names() throws IOException {
    return List.of(read("index", String[].class));
  }

  /**
   * Returns a workload of the program. Fails with {@link InvalidFile} if there is none of that
   * name.
   */
  public static Workload named(String name) throws IOException {
    return read(name, Workload.class);
  }

  /** Reads a workload from a file. Fails with {@link InvalidFile} if the file is not a workload. */
  public static Workload of(Path file) throws IOException {
    return JsonFile.read(file, Workload.class);
  }

  private static <T> T read(String name, Class<T> type) throws IOException {
    var resource = FOLDER + name + ".json";
    try (InputStream input = Workloads.class.getResourceAsStream(resource)) {
      if (input == null) {
        throw new InvalidFile("unknown workload name=" + name + " workloads=" + names());
      }
      return JsonFile.read(input, resource, type);
    }
  }
}
