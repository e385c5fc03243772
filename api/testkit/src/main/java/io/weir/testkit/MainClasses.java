package io.weir.testkit;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The main classes of the module that contains a test. Classes of other modules are left out, and
 * so are classes that the build generates in foreign packages.
 */
public final class MainClasses implements LocationProvider {

  @Override
  public Set<Location> get(Class<?> test) {
    try {
      URI testClasses = test.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Set.of(Location.of(Path.of(testClasses).resolveSibling("classes").resolve("io")));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("test classes have no location test=" + test.getName(), e);
    }
  }
}
