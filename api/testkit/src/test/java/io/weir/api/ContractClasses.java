package io.weir.api;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The classes of the contract, wherever the build has them: in a folder, or in a jar once they are
 * packed.
 */
final class ContractClasses implements LocationProvider {

  @Override
  public Set<Location> get(Class<?> test) {
    try {
      var source = TableService.class.getProtectionDomain().getCodeSource().getLocation();
      return Set.of(Location.of(Path.of(source.toURI())));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the contract has no location", e);
    }
  }
}
