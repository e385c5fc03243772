package io.weir.server.files;

import java.time.Duration;

/** Something from outside that is looked at again while the server runs. Looking may block. */
public interface Refreshable {

  /** How long after one look the next is due. */
  Duration interval();

  /** Looks, and answers whether something new is in force. Does not fail: what cannot be used is logged, and changes nothing. */
  boolean check();
}
