package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;

/** Where a store finds its folders: {@link FolderOnDisk#in}, or what a test puts in its place. */
@FunctionalInterface
public interface Disk {

  /** The folder of this path, which is made, together with its parents, if it is missing. */
  Folder folder(Path path) throws IOException;
}
