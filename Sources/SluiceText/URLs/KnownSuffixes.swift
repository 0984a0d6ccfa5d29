/// The public suffixes that the code knows without a public suffix list. Output must not depend on the copy of that list
/// on the machine.
package enum KnownSuffixes {
  /// Registry suffixes with two labels, the most common ones.
  package static let registries = """
    com.ar com.au com.bd com.br com.cn com.co com.cy com.ec com.eg com.gr com.gt com.hk com.kw com.mt com.mx
    com.my com.ng com.np com.pa com.pe com.ph com.pk com.pl com.pt com.py com.qa com.sa com.sg com.tr com.tw
    com.ua com.uy com.ve com.vn co.at co.hu co.id co.il co.in co.jp co.ke co.kr co.nz co.rs co.th co.ug co.uk
    co.za co.zw ac.at ac.id ac.il ac.in ac.jp ac.kr ac.nz ac.th ac.uk ac.za ad.jp go.id go.jp go.kr go.th
    gov.au gov.br gov.cn gov.in gov.tr gov.uk gov.za edu.au edu.br edu.cn edu.mx edu.tr edu.tw lg.jp me.uk
    ne.jp net.au net.br net.cn net.in net.nz net.tr net.tw net.uk or.at or.id or.jp or.kr or.th org.ar org.au
    org.br org.cn org.il org.in org.mx org.nz org.pl org.tr org.tw org.uk org.za ltd.uk plc.uk nhs.uk sch.uk
    """

  /// The suffixes of companies that give subdomains to their users.
  package static let companies =
    "blogspot.com github.io gitlab.io netlify.app pages.dev vercel.app web.app workers.dev"

  /// The suffixes of most sites with several, for conditions that need whole hosts.
  package static let usual = names(
    """
    com net org info biz io co tv me to cc xyz site online top club live app fun pro vip ws is la ai gg im in it es fr de
    nl be pl cz ro gr ru eu at ch se no dk fi pt ie us ca uk co.uk com.br com.au co.jp jp com.tr com.mx com.ar lol
    """)

  // MARK: Labels before a top-level domain

  private static let commonLabels = "ac co com edu go gob gouv gov gv ltd mil ne net nom or org sch"

  /// The labels before the top-level domain in public suffixes with two labels.
  package static let secondLevels = Set(names("\(commonLabels) ad lg me nhs plc"))

  /// The labels under which country registries offer domains.
  package static let registryLabels = Set(names("\(commonLabels) biz id info nic"))

  /// The labels before country codes that leave no site owner. Hosts such as `ad.nl` are sites; suffixes of this form are
  /// in ``registries``.
  package static let countryLabels = Set(names("\(commonLabels) gc govt gub lg nhs plc"))

  // MARK: Top-level domains

  /// Returns whether a lowercase word is a top-level domain. Recognizes all two-letter words, names in
  /// non-Latin scripts, and generic domains that are common or often blocked.
  package static func isTopLevel(_ word: [UInt8]) -> Bool {
    if word.count == 2 { return word.allSatisfy({ $0.isLetter }) }
    if word.starts(with: "xn--".utf8) { return true }
    return word.contains { $0 >= 0x80 } || generic.contains(word)
  }

  /// Returns whether a name without a dot, which can also be a host in the local network, is a country code or a large
  /// generic top-level domain.
  package static func isLargeTopLevel(_ name: [UInt8]) -> Bool {
    name.count == 2 && name.allSatisfy { $0.isLetter } || large.contains(name)
  }

  private static let large = Set(
    names(
      """
      app biz blog cloud click club com dev edu fun gov icu info int link live lol mil mobi mom name net news one online
      org page pro quest rest shop site space store stream tech today top tv vip website win work world xyz
      """))

  private static let generic = Set(
    names(
      """
      academy accountant accountants adult africa agency app art asia auction autos baby bar bargains beauty beer best
      bet bid bike bingo biz black blog boats bond boo boutique box business buzz cam camera capital cards care career
      casa casino cat center cfd charity chat church city claims cleaning click clinic cloud club codes coffee com
      community company cool coop country coupons credit cricket cruises cyou dad date dating day deals degree delivery
      democrat diet digital direct directory discount dog domains download earth eco edu education email energy
      equipment estate events exchange expert exposed express fail faith fans farm fashion finance financial fish fit
      fitness flights foo forum fun fund furniture fyi gallery game games gay gdn gift gives giving glass global gold
      golf gov graphics gratis green gripe group guide guru hair haus health help hiphop homes host hosting house icu
      immo immobilien inc info ing ink institute insurance int investments jetzt jobs juegos kim kitchen land law lease
      legal lgbt life lighting limited limo link live llc loan loans lol ltd ltda makeup market marketing mba media
      meme men menu mil mobi moda moe mom money monster motorcycles mov movie museum name navy net network new news ngo
      ninja observer one onl online ooo org organic page partners parts party pet phd photo photography photos pics
      pictures pink pizza plumbing plus poker porn post press pro productions prof promo properties property pub qpon
      quest racing recipes red rehab rent rentals repair report republican rest restaurant review reviews rip rocks rodeo
      rsvp run sale salon sarl sbs school science security services sex sexy shop shopping show singles site ski skin
      soccer social software solar solutions space storage store stream studio study style sucks supplies supply support
      surf surgery systems tattoo tax taxi team tech technology tel tennis theater tickets tips tires today tokyo tools
      top tours town toys trade trading training travel tube uno vacations vegas ventures vet viajes video villas vin vip
      vision vodka vote voto voyage wang watch webcam website wedding wiki win wine work works world wtf xin xxx xyz
      yachts yoga zip zone
      """))

  private static func names(_ text: String) -> [[UInt8]] {
    text.utf8.split { $0 == ASCII.space || $0 == ASCII.lineFeed }.map { Array($0) }
  }
}
