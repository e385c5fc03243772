package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder of the file system, with those in it, whose free space is reported and reserved by a
 * test double.
 *
 * @param folder the folder
 * @param space reports and reserves the free space
 */
public record SpaceOnDisk(Folder folder, DiskSpace space) implements Folder {

  /** Returns a disk of such folders. */
  public static Disk of(DiskSpace space) {
    return path -> new SpaceOnDisk(FolderOnDisk.in(path), space);
  }

  @Override
  public long usableBytes() throws IOException {
    return space.usableBytes();
  }

  @Override
  public void force(Path file) throws IOException {
    space.force(file);
  }

  @Override
  public void forceNames(Path folder) throws IOException {
    space.forceNames(folder);
  }

  @Override
  public void reserve(Path file, long from, long to) throws IOException {
    space.reserve(file, from, to);
  }

  @Override
  public Folder folder(String name) throws IOException {
    return new SpaceOnDisk(folder.folder(name), space);
  }

  @Override
  public List<String> list() throws IOException {
    return folder.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return folder.create(name);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return folder.open(name);
  }

  @Override
  public DiskFile openToRead(String name) throws IOException {
    return folder.openToRead(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    folder.rename(from, to);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    folder.replace(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    folder.delete(name);
  }

  @Override
  public void force() throws IOException {
    folder.force();
  }

  @Override
  public String locate(String name) {
    return folder.locate(name);
  }
}
