package io.weir.perf.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** The workloads that come with the program, and those of one's own. */
public final class Workloads {

  private static final String FOLDER = "/workloads/";

  private Workloads() {}

  /** Names of those that come with the program. */
  public static List<String> names() throws IOException {
    return List.of(read("index", String[].class));
  }

  /** One that comes with the program. Fails with {@link InvalidFile} where there is none of that name. */
  public static Workload named(String name) throws IOException {
    return read(name, Workload.class);
  }

  /** One of a file. Fails with {@link InvalidFile} where it cannot be understood. */
  public static Workload of(Path file) throws IOException {
    return JsonFile.read(file, Workload.class);
  }

  private static <T> T read(String name, Class<T> type) throws IOException {
    var resource = FOLDER + name + ".json";
    try (InputStream input = Workloads.class.getResourceAsStream(resource)) {
      if (input == null) {
        throw new InvalidFile("There is no such workload. name=" + name + " workloads=" + names());
      }
      return JsonFile.read(input, resource, type);
    }
  }
}
