package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;

/** Gives a store its folders. The real one is {@link FolderOnDisk#in}; tests supply others. */
@FunctionalInterface
public interface Disk {

  /** Returns the folder at a path. Creates it, with its parents, if it is missing. */
  Folder folder(Path path) throws IOException;
}
