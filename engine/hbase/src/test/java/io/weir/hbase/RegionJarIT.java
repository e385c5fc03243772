package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.weir.hbase.region.EntityCoprocessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The jar for region servers holds the coprocessor and every class of ours that it can reach. */
final class RegionJarIT {

  @Test
  void noClassThatTheCoprocessorNeedsIsMissing() throws IOException {
    try (var files = Files.list(Path.of("target"));
        var jar = new JarFile(files
            .filter(file -> file.getFileName().toString().endsWith("-region.jar"))
            .findFirst()
            .orElseThrow()
            .toFile())) {
      var inside = new ClassFileImporter().importJar(jar);

      assertThat(reachable(inside, EntityCoprocessor.class.getName()))
          .filteredOn(name -> name.startsWith("io.weir.") || name.startsWith("reactor."))
          .hasSizeGreaterThan(50)
          .allMatch(inside::contain);
    }
  }

  private static Set<String> reachable(JavaClasses inside, String first) {
    var seen = new HashSet<String>();
    var open = new ArrayDeque<String>();
    open.add(first);
    while (!open.isEmpty()) {
      var name = open.remove();
      if (seen.add(name) && inside.contain(name)) {
        inside.get(name).getDirectDependenciesFromSelf().stream()
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .map(JavaClass::getName)
            .forEach(open::add);
      }
    }
    return seen;
  }
}
