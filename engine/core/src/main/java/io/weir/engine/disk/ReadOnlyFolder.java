package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.List;

/**
 * A read-only view of a folder: each operation that would change the folder fails. Runs on: as the
 * underlying folder.
 *
 * @param folder the underlying folder
 */
public record ReadOnlyFolder(Folder folder) implements Folder {

  /** Returns the folder of this name inside this one, which must exist. */
  @Override
  public Folder folder(String name) throws IOException {
    if (!folder.exists(name)) {
      throw new NoSuchFileException(folder.locate(name));
    }
    return new ReadOnlyFolder(folder.folder(name));
  }

  @Override
  public List<String> list() throws IOException {
    return folder.list();
  }

  @Override
  public boolean exists(String name) throws IOException {
    return folder.exists(name);
  }

  /** Opens a file for reading only. */
  @Override
  public DiskFile open(String name) throws IOException {
    return folder.openToRead(name);
  }

  @Override
  public DiskFile openToRead(String name) throws IOException {
    return folder.openToRead(name);
  }

  @Override
  public DiskFile create(String name) {
    throw refusal();
  }

  @Override
  public void rename(String from, String to) {
    throw refusal();
  }

  @Override
  public void replace(String from, String to) {
    throw refusal();
  }

  @Override
  public void delete(String name) {
    throw refusal();
  }

  @Override
  public void force() {
    throw refusal();
  }

  @Override
  public long usableBytes() throws IOException {
    return folder.usableBytes();
  }

  @Override
  public String locate(String name) {
    return folder.locate(name);
  }

  private static ReadOnlyFileSystemException refusal() {
    return new ReadOnlyFileSystemException();
  }
}
