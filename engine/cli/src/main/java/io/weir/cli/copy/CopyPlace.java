package io.weir.cli.copy;

import io.weir.cli.options.EndpointOptions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One end of a copy: a service or a folder.
 *
 * @param service empty for a folder
 * @param folder empty for a service
 */
record CopyPlace(Optional<EndpointOptions> service, Optional<Path> folder) {

  static CopyPlace service(EndpointOptions endpoint) {
    return new CopyPlace(Optional.of(endpoint), Optional.empty());
  }

  static CopyPlace folder(Path folder) {
    return new CopyPlace(Optional.empty(), Optional.of(folder));
  }
}
