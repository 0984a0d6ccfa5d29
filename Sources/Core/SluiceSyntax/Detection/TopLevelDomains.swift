/// Top-level domains that lists contain as separate lines.
package enum TopLevelDomains {
  /// Returns whether a lowercase word is a top-level domain. Recognizes all two-letter words, names in
  /// non-Latin scripts, and generic domains that are common or often blocked.
  package static func contains(_ word: [UInt8]) -> Bool {
    if word.count == 2 { return word.allSatisfy({ $0.isLetter }) }
    if word.starts(with: "xn--".utf8) { return true }
    return word.contains { $0 >= 0x80 } || generic.contains(word)
  }

  private static let generic: Set<[UInt8]> = Set(
    """
    academy accountant accountants adult africa agency app art asia auction autos baby bar bargains beauty beer best \
    bet bid bike bingo biz black blog boats bond boo boutique box business buzz cam camera capital cards care career \
    casa casino cat center cfd charity chat church city claims cleaning click clinic cloud club codes coffee com \
    community company cool coop country coupons credit cricket cruises cyou dad date dating day deals degree delivery \
    democrat diet digital direct directory discount dog domains download earth eco edu education email energy \
    equipment estate events exchange expert exposed express fail faith fans farm fashion finance financial fish fit \
    fitness flights foo forum fun fund furniture fyi gallery game games gay gdn gift gives giving glass global gold \
    golf gov graphics gratis green gripe group guide guru hair haus health help hiphop homes host hosting house icu \
    immo immobilien inc info ing ink institute insurance int investments jetzt jobs juegos kim kitchen land law lease \
    legal lgbt life lighting limited limo link live llc loan loans lol ltd ltda makeup market marketing mba media \
    meme men menu mil mobi moda moe mom money monster motorcycles mov movie museum name navy net network new news ngo \
    ninja observer one onl online ooo org organic page partners parts party pet phd photo photography photos pics \
    pictures pink pizza plumbing plus poker porn post press pro productions prof promo properties property pub qpon \
    quest racing recipes red rehab rent rentals repair report republican rest restaurant review reviews rip rocks rodeo \
    rsvp run sale salon sarl sbs school science security services sex sexy shop shopping show singles site ski skin \
    soccer social software solar solutions space storage store stream studio study style sucks supplies supply support \
    surf surgery systems tattoo tax taxi team tech technology tel tennis theater tickets tips tires today tokyo tools \
    top tours town toys trade trading training travel tube uno vacations vegas ventures vet viajes video villas vin vip \
    vision vodka vote voto voyage wang watch webcam website wedding wiki win wine work works world wtf xin xxx xyz \
    yachts yoga zip zone
    """.utf8.split(separator: ASCII.space).map { Array($0) })
}
