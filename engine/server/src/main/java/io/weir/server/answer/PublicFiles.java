package io.weir.server.answer;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * Files for browsers at paths outside all accounts. They require no authentication.
 *
 * <p>Called on a loop; must not block.
 */
public interface PublicFiles {

  /** No files at all. */
  PublicFiles NONE = new PublicFiles() {
    @Override
    public boolean contain(String rawPath) {
      return false;
    }

    @Override
    public HttpReply show(String rawPath, HttpHeaders asked) {
      throw new IllegalStateException("no files path=" + rawPath);
    }
  };

  /**
   * Returns whether a path belongs to the files, whether or not a file is there. Called for every
   * request.
   *
   * @param rawPath the path as sent, without its query
   */
  boolean contain(String rawPath);

  /**
   * Returns the answer to a read of a path that {@link #contain} accepts. Fails with
   * {@code ResourceNotFound} if no file is there.
   *
   * @param asked the headers of the request
   */
  HttpReply show(String rawPath, HttpHeaders asked);
}
